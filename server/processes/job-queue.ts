/** Runs jobs one after another in one process. The process starts with the first job and ends after ten seconds without a job. */
import { type ProcessKind, type ProcessLimits, startProcess } from './bounded-process.ts';
import type { Message } from './messages.ts';

/** Milliseconds before an idle process is ended. Starting a new process takes half a second of processor time. */
const idleMillis = 10_000;

/** Returns a queue. If a job fails, its process ends, and the next job starts a new process. */
export function startJobQueue(kind: ProcessKind, limits: ProcessLimits) {
  let current: ReturnType<typeof startProcess> | undefined;
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
    /** Runs a job after all earlier ones and returns its answer. Rejects with the errors of `ask`. */
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
