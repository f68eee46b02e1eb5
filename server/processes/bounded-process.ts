/**
 * Processes for heavy or risky work (D48). A job that crashes its process or exceeds its limits ends only that process. The
 * process gets no environment and no open file except its pipes, and may read only its own code. It ends when its input ends, so
 * it never outlives the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { codeFolders, entryFile } from '../files/project-files.ts';
import { type Message, messagesIn, written } from './messages.ts';
import { readProcessUse } from './process-use.ts';
import { type Reported, reportedIn } from './reported-error.ts';

/** The most that one job may use. */
export interface ProcessLimits {
  /** Milliseconds of processor time; for the first job, that includes the start of the process. Measured on Linux only. */
  readonly processorMillis: number;
  /** Bytes of memory. Measured on Linux only. */
  readonly memory: number;
  /** Milliseconds by the clock, on every system. */
  readonly wallMillis: number;
}

/** What a process runs, and what it may access. */
export interface ProcessKind {
  /** Path of the module below `server/`, without an extension (`entryFile`). */
  readonly module: string;
  /** MiB of memory for JavaScript objects. Buffers and native packages take more. */
  readonly heap: number;
  /** A folder that the process may read and write. */
  readonly folder?: string;
}

/** The job failed: its process reported an error, crashed, or exceeded its limits. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  /** Such as ENOSPC, if the process reported one. */
  readonly code: string | undefined;

  constructor({ message, code }: Reported) {
    super(message);
    this.code = code;
  }
}

export interface BoundedProcess {
  /**
   * Sends a job and returns its answer. Runs only one job at a time. A failed job ends the process. Throws JobFailed, or another
   * error if no process could be started or the process was stopped, which is not the job's fault.
   */
  ask(job: Message): Promise<Message>;
  /** Bytes of memory that the process holds, or 0 if unknown. */
  memory(): number;
  /** False once the process has ended, or if it couldn't be started. */
  isRunning(): boolean;
  /** Ends the process at once. Resolves when it has ended. */
  stop(): Promise<void>;
}

/** Milliseconds between two checks of a process with a job. It can allocate about 30 MB in between. */
const checkMillis = 15;

/** The longest answer, in bytes. It is more than any document or PDF has. */
const longestAnswer = 64 * 1_048_576;

/** Returns Node's flags. Its permission model keeps code hidden in a document from files, network and other processes. */
function flagsOf({ heap, folder }: ProcessKind): readonly string[] {
  const flags = [`--max-old-space-size=${heap}`];
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return flags;
  const own = folder === undefined ? [] : [resolve(folder)];
  return [
    ...flags,
    '--permission',
    '--allow-addons',
    ...[...codeFolders, ...own].map((path) => `--allow-fs-read=${path}`),
    ...own.map((path) => `--allow-fs-write=${path}`),
  ];
}

/**
 * Starts a process. It keeps this process alive only while it has a job. If it can't be started, `ask` throws, but this function
 * does not.
 */
export function startProcess(kind: ProcessKind, limits: ProcessLimits): BoundedProcess {
  const { child, failure, ended } = spawned(kind);
  const answers = child?.stdout ? messagesIn(child.stdout, longestAnswer) : undefined;
  const use = () => (child?.pid === undefined ? undefined : readProcessUse(child.pid));
  const kill = () => void child?.kill('SIGKILL');
  let isStopped = false;

  async function answerTo(job: Message): Promise<Message | undefined> {
    for (const piece of written(job)) child?.stdin?.write(piece);
    // A malformed message counts as no answer.
    const answer = await answers?.next().catch(() => undefined);
    return answer?.value;
  }

  return {
    async ask(job) {
      const watch = watchLimits(limits, use, kill);
      try {
        const answer = await answerTo(job);
        if (isStopped) throw new Error('The process was stopped.');
        if (!answers || failure.error) throw failure.error ?? new Error('No process could be started.');
        const reported = answer
          ? reportedIn(answer)
          : { message: watch.exceeded() ?? 'The process ended before its job was done.' };
        if (!answer || reported) throw new JobFailed(reported ?? { message: '' });
        return answer;
      } catch (error) {
        kill();
        throw error;
      } finally {
        watch.end();
      }
    },
    memory: () => use()?.memory ?? 0,
    isRunning: () =>
      answers !== undefined &&
      !failure.error &&
      child?.exitCode === null &&
      child.signalCode === null &&
      !child.killed,
    async stop() {
      isStopped = true;
      child?.ref();
      kill();
      await ended;
    },
  };
}

interface LimitWatch {
  /** Returns which limit the job exceeded, or undefined if none. */
  exceeded(): string | undefined;
  end(): void;
}

/** Ends a process whose job exceeds a limit. */
function watchLimits(
  { processorMillis, memory, wallMillis }: ProcessLimits,
  use: () => { readonly processorMillis: number; readonly memory: number } | undefined,
  kill: () => void,
): LimitWatch {
  let exceeded: string | undefined;
  const end = (limit: string) => {
    exceeded ??= `The job took more than ${limit}.`;
    kill();
  };
  const before = use()?.processorMillis ?? 0;
  const timer = setInterval(() => {
    const now = use();
    if (now === undefined) return;
    if (now.processorMillis - before > processorMillis) end(`${processorMillis} ms of processor time`);
    if (now.memory > memory) end(`${memory} bytes of memory`);
  }, checkMillis);
  const clock = setTimeout(() => end(`${wallMillis} ms`), wallMillis);
  return {
    exceeded: () => exceeded,
    end() {
      clearInterval(timer);
      clearTimeout(clock);
    },
  };
}

interface Spawned {
  readonly child?: ChildProcess;
  /** Its error is set once the start is known to have failed. */
  readonly failure: { error?: unknown };
  /** Resolves when the process has ended, or at once if none was started. */
  readonly ended: Promise<void>;
}

/** Starts a process. If the machine has no more processes or open files, Node throws, or returns a child without pipes. */
function spawned(kind: ProcessKind): Spawned {
  const failure: Spawned['failure'] = {};
  try {
    const child = spawn(process.execPath, [...flagsOf(kind), entryFile(kind.module)], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const ended = new Promise<void>((resolveEnded) => {
      child.once('exit', () => resolveEnded());
      child.once('error', (error) => {
        failure.error = error;
        resolveEnded();
      });
    });
    // An ended process reads no more input; `ask` notices its missing answer.
    child.stdin?.on('error', () => {});
    for (const part of [child, child.stdin, child.stdout]) unref(part);
    return { child, failure, ended };
  } catch (error) {
    failure.error = error;
    return { failure, ended: Promise.resolve() };
  }
}

/** Lets this process end while the part is open. A child's pipes are sockets, though their types don't say so. */
function unref(part: object | null | undefined): void {
  if (part && 'unref' in part && typeof part.unref === 'function') part.unref();
}
