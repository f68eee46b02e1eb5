/**
 * Runs heavy or risky work in separate processes (D48). A job that crashes or exceeds its limits ends only its own process. A
 * process has no environment variables, and ends when its input ends. It may read only code, and its own folder if it has one.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeFolders, entryFile } from '../files/project-files.ts';
import { type Message, messagesIn, type Reported, reportedIn, written } from './messages.ts';

/** The limits of a single job. */
export interface ProcessLimits {
  /** Milliseconds of processor time. For the first job, this includes the start of the process. Enforced only on Linux. */
  readonly processorMillis: number;
  /** Bytes of memory. Enforced only on Linux. */
  readonly memory: number;
  /** Milliseconds of real time. Enforced on every system. */
  readonly wallMillis: number;
}

/** The module that a process runs, and what the process may access. */
export interface ProcessKind {
  /** The path of the module below `server/`, without an extension (`entryFile`). */
  readonly module: string;
  /** MiB of memory for JavaScript objects. Buffers and native packages use memory in addition to that. */
  readonly heap: number;
  /** A folder that the process may read and write. If it is omitted, the process may read only code. */
  readonly folder?: string;
}

/** Thrown if a job failed: its process reported an error, crashed, or exceeded its limits. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  readonly code: string | undefined;

  constructor({ message, code }: Reported) {
    super(message);
    this.code = code;
  }
}

/** Milliseconds between two checks of a busy process, which can allocate about 30 MB in that time. */
const checkMillis = 15;

/** The maximum size of an answer in bytes. No document or PDF needs that much. */
const longestAnswer = 64 * 1_048_576;

/**
 * Returns Node's flags for a process. The flag `--permission`, which older versions of Node lack, keeps malicious code in
 * documents away from other files and processes and, since Node 25, from the network.
 */
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

/** Starts a process. An idle process doesn't keep the server from exiting. Never throws: if the start fails, `ask` rejects. */
export function startProcess(kind: ProcessKind, limits: ProcessLimits) {
  const { child, failure, ended } = spawned(kind);
  const answers = child?.stdout ? messagesIn(child.stdout, longestAnswer) : undefined;
  const use = () => (child?.pid === undefined ? undefined : readProcessUse(child.pid));
  const kill = () => void child?.kill('SIGKILL');
  let isStopped = false;

  async function answerTo(job: Message): Promise<Message | undefined> {
    for (const piece of written(job)) child?.stdin?.write(piece);
    // Treat a malformed message like a missing answer.
    const answer = await answers?.next().catch(() => undefined);
    return answer?.value;
  }

  return {
    /** Sends a job and returns its answer. Rejects with JobFailed if the job is at fault. Only one job may run at a time. */
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
    /** Returns how many bytes of memory the process uses, or 0 if that is unknown. */
    memory: () => use()?.memory ?? 0,
    /** Returns whether the process runs: it was started, was not killed, and has not ended. */
    isRunning: () =>
      answers !== undefined &&
      !failure.error &&
      child?.exitCode === null &&
      child.signalCode === null &&
      !child.killed,
    /** Kills the process. Resolves when it has ended. */
    async stop() {
      isStopped = true;
      child?.ref();
      kill();
      await ended;
    },
  };
}

/** Kills a process if its job exceeds a limit. `exceeded` returns a sentence that names the exceeded limit. */
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

/** Starts a process. If that fails, for example at the limit of open files, sets `failure.error`, or the child has no pipes. */
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
    // Writing to a process that has ended fails. Ignore that error, because `ask` notices the missing answer.
    child.stdin?.on('error', () => {});
    for (const part of [child, child.stdin, child.stdout]) unref(part);
    return { child, failure, ended };
  } catch (error) {
    failure.error = error;
    return { failure, ended: Promise.resolve() };
  }
}

/** Lets the server exit while a child or a child's pipe is open. A pipe has `unref`, although the type declares none. */
function unref(part: object | null | undefined): void {
  if (part && 'unref' in part && typeof part.unref === 'function') part.unref();
}

/** Milliseconds per clock tick in `/proc`. A tick is 10 ms on every Linux that Node runs on (USER_HZ). */
const tickMillis = 10;

/** Returns a process's processor time and memory from Linux's `/proc`, or undefined on other systems or for an ended process. */
function readProcessUse(pid: number): { processorMillis: number; memory: number } | undefined {
  try {
    // The program's name is in parentheses and may contain any characters. No field after it contains a parenthesis (proc(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.replace(/^.*\) /s, '').split(' ');
    const kilobytes = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { processorMillis: ticks * tickMillis, memory: Number(kilobytes ?? 0) * 1024 };
  } catch {
    return undefined;
  }
}
