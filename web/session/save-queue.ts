/**
 * One queue sends the page's saves in the order in which they were made (D44). What fails for a passing reason is sent
 * again by itself, with the same idempotency key; what is refused for good stops the queue and goes back to whoever
 * put it there. Nothing waits behind a stopped queue unnoticed: it says what state it is in.
 */
import type { Answer, Failure } from './api-client.ts';
import { isPassing } from './api-client.ts';

/** One save: `send` may be called again until it succeeds; the other two are called once at most. */
export interface Job<T = unknown> {
  readonly send: () => Promise<Answer<T>>;
  readonly kept?: (body: T) => void;
  /** A refusal; answering true means that it was dealt with and the queue goes on. */
  readonly refused: (failure: Failure) => boolean;
}

/** `idle`: all is kept. `saving`: the first job is on its way. `waiting`: it is sent again soon. `stopped`: it failed. */
export type QueueState = 'idle' | 'saving' | 'waiting' | 'stopped';

export interface SaveQueue {
  readonly add: <T>(job: Job<T>) => void;
  /**
   * Resolves once everything that was added is kept, with false where the queue stopped or was emptied. What stopped
   * before is tried once more, so that whoever waits is never left without a word.
   */
  readonly settled: () => Promise<boolean>;
  /** Sends a stopped or waiting job again at once. */
  readonly retry: () => void;
  /** Forgets everything that is not on its way yet. */
  readonly clear: () => void;
}

/** Pauses before a job is sent again, in milliseconds; the last one repeats. */
const pauses = [1_000, 2_000, 4_000, 8_000, 15_000];

export function createSaveQueue(onState: (state: QueueState) => void): SaveQueue {
  let jobs: Job[] = [];
  let running = false;
  let stopped = false;
  let wake: (() => void) | undefined;
  let waiters: ((allKept: boolean) => void)[] = [];

  function release(allKept: boolean): void {
    const released = waiters;
    waiters = [];
    for (const resolve of released) resolve(allKept);
  }

  /** Waits for the pause, for `retry`, or for the network to come back. */
  function pause(attempt: number): Promise<void> {
    onState('waiting');
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        removeEventListener('online', done);
        wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, pauses[Math.min(attempt, pauses.length - 1)]);
      addEventListener('online', done);
      wake = done;
    });
  }

  function retry(): void {
    stopped = false;
    if (wake) wake();
    else void run();
  }

  async function sendUntilAnswered(job: Job): Promise<Answer<unknown>> {
    for (let attempt = 0; ; attempt += 1) {
      onState('saving');
      const answer = await job.send();
      if (answer.ok || !isPassing(answer)) return answer;
      await pause(attempt);
      if (!jobs.includes(job)) return answer;
    }
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    for (let job = jobs[0]; job && !stopped; job = jobs[0]) {
      const answer = await sendUntilAnswered(job);
      if (jobs[0] !== job) continue;
      if (answer.ok) {
        jobs.shift();
        job.kept?.(answer.body);
      } else if (job.refused(answer)) jobs = jobs.filter((other) => other !== job);
      else stopped = true;
    }
    running = false;
    onState(stopped ? 'stopped' : 'idle');
    if (stopped || jobs.length === 0) release(!stopped);
  }

  return {
    add: (job) => {
      jobs.push(job as Job);
      void run();
    },
    settled: () => {
      if (jobs.length === 0) return Promise.resolve(true);
      const settled = new Promise<boolean>((resolve) => waiters.push(resolve));
      if (stopped) retry();
      return settled;
    },
    retry,
    clear: () => {
      jobs = [];
      stopped = false;
      wake?.();
      release(false);
      onState('idle');
    },
  };
}
