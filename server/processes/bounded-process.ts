/**
 * Processes for work that is heavy or risky (D48). A job that breaks its process, or takes too much, ends that process and
 * nothing else. The process gets no environment and no open file but its pipes, and may read only the code that it runs.
 * It ends when its input ends, so it never outlives the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { codeFolders, entryFile } from '../files/project-files.ts';
import { type Message, messagesIn, written } from './messages.ts';
import { readProcessUse } from './process-use.ts';
import { type Reported, reportedIn } from './reported-error.ts';

/** The most that one job may take. */
export interface ProcessLimits {
  /** Milliseconds of processor time; those of the first job include the start of the process. Counted on Linux only. */
  readonly processorMillis: number;
  /** Bytes of memory. Counted on Linux only. */
  readonly memory: number;
  /** Milliseconds by the clock, on every system. */
  readonly wallMillis: number;
}

/** What a process runs, and what it gets. */
export interface ProcessKind {
  /** Path of the module below `server/`, without an extension (`entryFile`). */
  readonly module: string;
  /** MiB of memory for JavaScript objects. Buffers and packages of machine code take more. */
  readonly heap: number;
  /** A folder that the process may read and write. */
  readonly folder?: string;
}

/** The job failed: its process reported an error, broke, or went beyond its limits. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  /** Such as ENOSPC, where the process reported one. */
  readonly code: string | undefined;

  constructor({ message, code }: Reported) {
    super(message);
    this.code = code;
  }
}

export interface BoundedProcess {
  /**
   * Sends a job and returns its answer. Only one job at a time. A job that fails ends the process. Throws JobFailed, or
   * another error where no process could be started or the process was stopped, which says nothing about the job.
   */
  ask(job: Message): Promise<Message>;
  /** Bytes of memory that the process holds; 0 where that is unknown. */
  memory(): number;
  /** False once the process has ended, or could not be started. */
  isRunning(): boolean;
  /** Ends the process at once; resolves when it has ended. */
  stop(): Promise<void>;
}

/** Milliseconds between two looks at a process with a job: it can take some 30 MB in between. */
const lookMillis = 15;

/** The longest answer, in bytes: more than any document or PDF has. */
const longestAnswer = 64 * 1_048_576;

/** Node's flags. Its permissions keep code that a document smuggles in from files, network and other processes. */
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
 * Starts a process, which keeps this one from ending only while it has a job. Where none can be started, `ask` throws, and
 * this function does not.
 */
export function startProcess(kind: ProcessKind, limits: ProcessLimits): BoundedProcess {
  const { child, failure, ended } = spawned(kind);
  const answers = child?.stdout ? messagesIn(child.stdout, longestAnswer) : undefined;
  const use = () => (child?.pid === undefined ? undefined : readProcessUse(child.pid));
  const kill = () => void child?.kill('SIGKILL');
  let isStopped = false;

  async function answerTo(job: Message): Promise<Message | undefined> {
    for (const piece of written(job)) child?.stdin?.write(piece);
    // What is no message counts as no answer.
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
  /** Which limit the job went beyond; undefined where it did not. */
  exceeded(): string | undefined;
  end(): void;
}

/** Ends a process whose job goes beyond a limit. */
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
  const looks = setInterval(() => {
    const now = use();
    if (now === undefined) return;
    if (now.processorMillis - before > processorMillis) end(`${processorMillis} ms of processor time`);
    if (now.memory > memory) end(`${memory} bytes of memory`);
  }, lookMillis);
  const clock = setTimeout(() => end(`${wallMillis} ms`), wallMillis);
  return {
    exceeded: () => exceeded,
    end() {
      clearInterval(looks);
      clearTimeout(clock);
    },
  };
}

interface Spawned {
  readonly child?: ChildProcess;
  /** Its error is set once it is known that the process was not started. */
  readonly failure: { error?: unknown };
  /** Resolves when the process has ended, also where none was started. */
  readonly ended: Promise<void>;
}

/** Starts a process. Where the machine has no more processes or open files, Node throws, or gives a child without pipes. */
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
    // A process that has ended reads no further; its missing answer tells `ask` so.
    child.stdin?.on('error', () => {});
    for (const part of [child, child.stdin, child.stdout]) unref(part);
    return { child, failure, ended };
  } catch (error) {
    failure.error = error;
    return { failure, ended: Promise.resolve() };
  }
}

/** Lets this process end while the part is open. The pipes of a child are sockets, though their types do not say so. */
function unref(part: object | null | undefined): void {
  if (part && 'unref' in part && typeof part.unref === 'function') part.unref();
}
