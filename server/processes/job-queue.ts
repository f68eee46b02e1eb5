/** Runs jobs one after another in one process, which starts with the first job and ends after a while without one. */
import {
  type BoundedProcess,
  type ProcessKind,
  type ProcessLimits,
  startProcess,
} from './bounded-process.ts';
import type { Message } from './messages.ts';

/** How long an idle process is kept, in milliseconds. Starting one takes half a second of processor time. */
const idleMillis = 10_000;

/** Returns a queue, which starts no process before the first job. A failed job ends the process; the next job gets a new one. */
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
    // Memory left over from earlier jobs must not count against later ones.
    if (used.memory() > limits.memory / 2) await end();
    else if (!isClosed) idle = setTimeout(end, idleMillis).unref();
    return answer;
  }

  return {
    /** Runs a job after all earlier ones, and returns its answer. Throws as `BoundedProcess.ask` does. */
    run(job: Message): Promise<Message> {
      const done = last.then(() => runNow(job));
      last = done.catch(() => {});
      return done;
    },
    /** Ends the process. Rejects the running job, waiting ones and later ones. */
    async close() {
      isClosed = true;
      await end();
      await last;
    },
  };
}
