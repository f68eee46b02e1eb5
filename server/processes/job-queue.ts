/** Runs jobs one after another in one process. The process starts with the first job and ends after ten seconds without a job. */
import {
  type BoundedProcess,
  type ProcessKind,
  type ProcessLimits,
  startProcess,
} from './bounded-process.ts';
import type { Message } from './messages.ts';

/** Milliseconds until an idle process is ended. Starting a process takes half a second of processor time. */
const idleMillis = 10_000;

/**
 * Returns a queue, which starts its process with the first job. If a job fails, the queue ends the process, and starts a new one
 * for the next job.
 */
export function startJobQueue(kind: ProcessKind, limits: ProcessLimits) {
  let current: BoundedProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  async function end(): Promise<void> {
    clearTimeout(idle);
    const ending = current;
    current = undefined;
    await ending?.stop();
  }

  async function runNow(job: Message): Promise<Message> {
    if (isClosed) throw new Error('The queue was closed.');
    clearTimeout(idle);
    if (!current?.isRunning()) current = startProcess(kind, limits);
    const used = current;
    const answer = await used.ask(job);
    // Replace a process that still uses much memory, so that memory from earlier jobs doesn't count against later jobs.
    if (used.memory() > limits.memory / 2) await end();
    else if (!isClosed) idle = setTimeout(end, idleMillis).unref();
    return answer;
  }

  return {
    /** Runs a job after all earlier ones and returns its answer. Rejects with the errors of `BoundedProcess.ask`. */
    run(job: Message): Promise<Message> {
      const done = last.then(() => runNow(job));
      last = done.catch(() => {});
      return done;
    },
    /** Ends the process. Rejects the running job, all waiting jobs and all later jobs. */
    async close() {
      isClosed = true;
      await end();
      await last;
    },
  };
}
