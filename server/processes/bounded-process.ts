/**
 * Processes for heavy or risky work (D48). A job that crashes its process or exceeds its limits ends only that process, which has
 * no environment, may read only its own code, and ends when its input ends.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeFolders, entryFile } from '../files/project-files.ts';
import { type Message, messagesIn, type Reported, reportedIn, written } from './messages.ts';

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
  readonly code: string | undefined;

  constructor({ message, code }: Reported) {
    super(message);
    this.code = code;
  }
}

export type BoundedProcess = ReturnType<typeof startProcess>;

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

/** Starts a process, which keeps this one alive only while it has a job. Never throws: if it can't be started, `ask` does. */
export function startProcess(kind: ProcessKind, limits: ProcessLimits) {
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
    /** Sends one job at a time and returns its answer. Throws JobFailed, or another error if the job is not at fault. */
    async ask(job: Message): Promise<Message> {
      const watch = watchLimits(limits, use, kill);
      try {
        const answer = await answerTo(job);
        if (isStopped) throw new Error('The process was stopped.');
        if (!answers || failure.error) throw failure.error ?? new Error('No process could be started.');
        if (!answer)
          throw new JobFailed({ message: watch.exceeded() ?? 'The process ended before its job was done.' });
        const reported = reportedIn(answer);
        if (reported) throw new JobFailed(reported);
        return answer;
      } catch (error) {
        kill();
        throw error;
      } finally {
        watch.end();
      }
    },
    /** Bytes of memory that the process holds, or 0 if unknown. */
    memory: () => use()?.memory ?? 0,
    /** False once the process has ended, or if it couldn't be started. */
    isRunning: () =>
      answers !== undefined &&
      !failure.error &&
      child?.exitCode === null &&
      child.signalCode === null &&
      !child.killed,
    /** Ends the process at once. Resolves when it has ended. */
    async stop() {
      isStopped = true;
      child?.ref();
      kill();
      await ended;
    },
  };
}

/** Ends a process whose job exceeds a limit. `exceeded` returns which limit that was. */
function watchLimits(
  { processorMillis, memory, wallMillis }: ProcessLimits,
  use: () => ReturnType<typeof readProcessUse>,
  kill: () => void,
) {
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

/** Starts a process. Node throws, or returns a child without pipes, if the machine has no more processes or open files. */
function spawned(kind: ProcessKind) {
  const failure: { error?: unknown } = {};
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

/** A tick of `/proc` is 10 ms on every Linux that Node runs on (USER_HZ). */
const tickMillis = 10;

/** Returns the processor time and memory of a process from Linux's `/proc`. Undefined if it has ended, or elsewhere. */
function readProcessUse(pid: number): { processorMillis: number; memory: number } | undefined {
  try {
    // The program's name is in parentheses and may contain anything; the fields after it are numbers (proc(5)).
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { processorMillis: ticks * tickMillis, memory: Number(kilobytes ?? 0) * 1024 };
  } catch {
    return undefined;
  }
}
