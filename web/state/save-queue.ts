/**
 * Sends the page's saves one after another, in the order in which they were made (D44). A save that fails for a passing
 * reason is sent again by itself, with the same idempotency key; one that is refused for good is handed to its job. The
 * queue tells its state, so that saves never wait behind a failing one unnoticed.
 */

import type { ApiResponse, Failure } from '../api/api-client.ts';
import type { Consequence } from './after-failure.ts';
import { afterFailure } from './after-failure.ts';

/**
 * What follows from a refused save. `on`: the queue goes on. `back`: it goes on too, but the person was led to what is
 * wrong, and whoever waits is told that not all is saved. `stop`: nothing is sent until somebody asks for it.
 */
export type Refused = 'on' | 'back' | 'stop';

/** One save. `send` may be called again until it succeeds; `kept` is called once at most. */
export interface Job<T = unknown> {
  readonly send: () => Promise<ApiResponse<T>>;
  readonly kept?: (body: T) => void;
  readonly refused: (failure: Failure) => Refused;
  /**
   * Tells the person that the save failed: once, and again after each attempt that they asked for. A job without it
   * loses no answer when it fails, so that it is treated as refused where another one would tell.
   */
  readonly tell?: (failure: Failure, tryAgain: () => void) => void;
}

/**
 * `idle`: all is saved. `saving`: the first job is being sent. `offline`: it got no response, `failing`: it got an error
 * that may pass; both are sent again by themselves. `stopped`: it was refused.
 */
export type QueueState = 'idle' | 'saving' | 'offline' | 'failing' | 'stopped';

export interface SaveQueue {
  readonly add: <T>(job: Job<T>) => void;
  /**
   * Resolves with true once everything that was added is saved; with false where a job failed, of which the person was
   * told by then and offered `tryAgain`, or where the queue was emptied. A failing job is sent at once.
   */
  readonly settled: (tryAgain?: () => void) => Promise<boolean>;
  /** Sends a failing or stopped job at once, because the person asked for it; they are told if it fails again. */
  readonly retry: () => void;
  /** Sends a failing job without further waiting, unless the server said how long to wait. */
  readonly hurry: () => void;
  /** Forgets everything; a call under way is not repeated, and its response is ignored. */
  readonly clear: () => void;
}

interface Waiting {
  readonly job: Job;
  failures: number;
  isTold: boolean;
}

interface Waiter {
  readonly resolve: (allKept: boolean) => void;
  readonly tryAgain: (() => void) | undefined;
}

export function createSaveQueue(
  onState: (state: QueueState) => void,
  random: () => number = Math.random,
): SaveQueue {
  let waiting: Waiting[] = [];
  let waiters: Waiter[] = [];
  // The loop that works through the queue; none where it is empty or stopped. Responses to an earlier loop are ignored.
  let runner: symbol | undefined;
  let pause: { readonly mayHurry: boolean; readonly end: () => void } | undefined;

  function release(allKept: boolean): void {
    const released = waiters;
    waiters = [];
    for (const { resolve } of released) resolve(allKept);
  }

  function pauseFor({ pause: millis, mayHurry }: Extract<Consequence, { kind: 'again' }>): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        pause = undefined;
        resolve();
      };
      const timer = setTimeout(end, millis);
      pause = { mayHurry, end };
    });
  }

  function tell(head: Waiting, failure: Failure): void {
    head.isTold = true;
    head.job.tell?.(failure, waiters.at(-1)?.tryAgain ?? retry);
    release(false);
  }

  function takeFailure(head: Waiting, failure: Failure, me: symbol): void {
    const refused = head.job.refused(failure);
    if (runner !== me) return;
    if (refused === 'stop') {
      runner = undefined;
      onState('stopped');
      if (!head.isTold) tell(head, failure);
      return;
    }
    waiting.shift();
    if (refused === 'back') release(false);
  }

  async function sendFirst(head: Waiting, me: symbol): Promise<void> {
    if (head.failures === 0) onState('saving');
    const response = await head.job.send();
    if (runner !== me) return;
    if (response.ok) {
      waiting.shift();
      head.job.kept?.(response.body);
      return;
    }
    const { failures: failedBefore, isTold } = head;
    const step = afterFailure(response, { failedBefore, isTold, isAwaited: waiters.length > 0 }, random);
    head.failures += 1;
    if (step.kind === 'refused' || (step.tell && !head.job.tell)) {
      takeFailure(head, response, me);
      return;
    }
    onState(step.state);
    if (step.tell) tell(head, response);
    await pauseFor(step);
  }

  async function run(): Promise<void> {
    if (runner) return;
    const me = Symbol('runner');
    runner = me;
    for (let head = waiting[0]; head && runner === me; head = waiting[0]) await sendFirst(head, me);
    if (runner !== me) return;
    runner = undefined;
    onState('idle');
    release(true);
  }

  function hurry(): void {
    if (pause?.mayHurry) pause.end();
  }

  function retry(): void {
    const [head] = waiting;
    if (!head) return;
    head.isTold = false;
    if (pause) pause.end();
    else void run();
  }

  return {
    add: (job) => {
      waiting.push({ job: job as Job, failures: 0, isTold: false });
      hurry();
      void run();
    },
    settled: (tryAgain) => {
      if (waiting.length === 0) return Promise.resolve(true);
      const settled = new Promise<boolean>((resolve) => waiters.push({ resolve, tryAgain }));
      retry();
      return settled;
    },
    retry,
    hurry,
    clear: () => {
      waiting = [];
      runner = undefined;
      pause?.end();
      release(false);
      onState('idle');
    },
  };
}
