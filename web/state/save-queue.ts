/** Sends saves one after another. Repeats a save after a temporary failure (D44). Each save's `refused` handles a refusal. */
import { afterFailure } from '../api/after-failure.ts';
import type { ApiResponse, Failure } from '../api/api-client.ts';
import { type Pause, pauseFor } from '../api/retries.ts';

/**
 * What the queue does after the server refused a save. `on`: continues with the next save. `back`: also continues, but `settled`
 * resolves to false. `stop`: waits until `retry` is called.
 */
type Refused = 'on' | 'back' | 'stop';

/** One save. `send` is called until the server accepts or refuses the save; if it accepts, `kept` is called with the response. */
export interface Job<T = unknown> {
  readonly send: () => Promise<ApiResponse<T>>;
  readonly kept?: (body: T) => void;
  readonly refused: (failure: Failure) => Refused;
  /** Tells the person that the save failed. Called again only after a retry. If undefined, the queue calls `refused`. */
  readonly tell?: (failure: Failure, tryAgain: () => void) => void;
  /** Returns true if the job is sent again after this temporary failure. By default, a job is always sent again. */
  readonly isRepeated?: (failure: Failure) => boolean;
  /** Once `isWanted` returns false, the job is dropped: it is no longer sent, and its response is ignored. */
  readonly isWanted?: () => boolean;
}

/**
 * The state of the queue. `offline`: the first job got no response. `failing`: it got a temporary error. In both cases, the queue
 * sends it again. `stopped`: it was refused, and the queue waits for `retry`.
 */
export type QueueState = 'idle' | 'saving' | 'offline' | 'failing' | 'stopped';

export type SaveQueue = ReturnType<typeof createSaveQueue>;

interface QueuedJob {
  readonly job: Job;
  failures: number;
  isTold: boolean;
}

/** @param beforeSending Returns a promise that resolves when the first attempt of a save may be sent. */
export function createSaveQueue(
  onState: (state: QueueState) => void,
  beforeSending: () => Promise<void>,
  random: () => number = Math.random,
) {
  let queued: QueuedJob[] = [];
  let waiters: { resolve: (isSaved: boolean) => void; tryAgain: (() => void) | undefined }[] = [];
  /** Identifies the current run, if any. A run that has been replaced ignores its response. */
  let currentRun: symbol | undefined;
  let pause: Pause | undefined;

  function release(isSaved: boolean): void {
    const released = waiters;
    waiters = [];
    for (const { resolve } of released) resolve(isSaved);
  }

  const isDropped = ({ job }: QueuedJob) => job.isWanted?.() === false;

  function tell(head: QueuedJob, failure: Failure): void {
    head.isTold = true;
    head.job.tell?.(failure, waiters.at(-1)?.tryAgain ?? retry);
    release(false);
  }

  function handleRefused(head: QueuedJob, failure: Failure, thisRun: symbol): void {
    const refused = head.job.refused(failure);
    if (currentRun !== thisRun) return;
    if (refused === 'stop') {
      currentRun = undefined;
      onState('stopped');
      if (!head.isTold) tell(head, failure);
      return;
    }
    queued.shift();
    if (refused === 'back') release(false);
  }

  async function sendFirst(head: QueuedJob, thisRun: symbol): Promise<void> {
    if (head.failures === 0) {
      onState('saving');
      await beforeSending();
      if (currentRun !== thisRun) return;
    }
    const response = await head.job.send();
    if (currentRun !== thisRun || isDropped(head)) return;
    if (response.ok) {
      queued.shift();
      head.job.kept?.(response.body);
      return;
    }
    const { failures: failedBefore, isTold } = head;
    const { isRepeated = () => true } = head.job;
    const step = afterFailure(response, { failedBefore, isTold, isAwaited: waiters.length > 0 }, random);
    head.failures += 1;
    if (!step || (step.tell && !head.job.tell) || !isRepeated(response))
      return handleRefused(head, response, thisRun);
    onState(step.state);
    if (step.tell) tell(head, response);
    pause = pauseFor(step);
    await pause.over;
  }

  async function run(): Promise<void> {
    if (currentRun) return;
    const thisRun = Symbol('run');
    currentRun = thisRun;
    for (let head = queued[0]; head && currentRun === thisRun; head = queued[0])
      if (isDropped(head)) queued.shift();
      else await sendFirst(head, thisRun);
    if (currentRun !== thisRun) return;
    currentRun = undefined;
    onState('idle');
    release(true);
  }

  /** Ends the pause that precedes the next attempt of a failing job, unless the server set the length of the pause. */
  const hurry = () => pause?.hurry();

  /** Sends a failing or stopped job immediately, because the person has asked for it. Tells the person if the job fails again. */
  function retry(): void {
    const [head] = queued;
    if (!head) return;
    head.isTold = false;
    pause?.end();
    void run();
  }

  return {
    add: <T>(job: Job<T>): void => {
      queued.push({ job: job as Job, failures: 0, isTold: false });
      hurry();
      void run();
    },
    /**
     * Retries a failed job. Resolves to true once all jobs are done. Resolves to false after `clear`, after a refusal with
     * `back`, or when the person is told about a failure.
     */
    settled: (tryAgain?: () => void): Promise<boolean> => {
      if (queued.length === 0) return Promise.resolve(true);
      const settled = new Promise<boolean>((resolve) => waiters.push({ resolve, tryAgain }));
      retry();
      return settled;
    },
    retry,
    hurry,
    /** Forgets all jobs. A call in progress is not repeated, and its response is ignored. */
    clear: (): void => {
      queued = [];
      currentRun = undefined;
      pause?.end();
      release(false);
      onState('idle');
    },
  };
}
