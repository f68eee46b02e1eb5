/** Decides what follows a failed save (D44), from the response and from whether the person is waiting for it. */
import { type Failure, isAway, isPassing } from './api-client.ts';

/** What is known about a save when an attempt has failed. */
interface Attempts {
  /** Failed attempts before this one. */
  readonly failedBefore: number;
  /** The person was told that this save failed, and has not retried since. */
  readonly isTold: boolean;
  /** The person sees "Saving…" and waits until everything is saved. */
  readonly isAwaited: boolean;
}

/** Repeat the call after `pause` milliseconds, or sooner if `mayHurry` and, for example, the network is back. */
export interface Repeat {
  readonly pause: number;
  readonly mayHurry: boolean;
}

const firstPauseMillis = 1_000;
const longestPauseMillis = 15_000;

/** A person who waits is told of a longer pause, if the server answered. */
const untoldPauseMillis = 3_000;

const backoff = (failedBefore: number) => Math.min(longestPauseMillis, firstPauseMillis * 2 ** failedBefore);

/** Returns a pause that doubles, with jitter of up to half, but is never shorter than the server asked for. */
export function repeatAfter(failure: Failure, failedBefore: number, random = Math.random): Repeat {
  const pause = Math.max(failure.retryAfter ?? 0, backoff(failedBefore) * (1 - random() / 2));
  return { pause, mayHurry: failure.retryAfter === null };
}

/**
 * Returns when to repeat a call, what state that is, and whether to tell the person now; undefined if the call was refused.
 * An error is told at once, an unreachable server only if the person waits and the pause is long, a missing network never:
 * a notice is shown until it is back.
 */
export function afterFailure(failure: Failure, attempts: Attempts, random: () => number) {
  if (!isPassing(failure)) return undefined;
  const { failedBefore, isTold, isAwaited } = attempts;
  const isLong = Math.max(backoff(failedBefore), failure.retryAfter ?? 0) > untoldPauseMillis;
  return {
    ...repeatAfter(failure, failedBefore, random),
    tell: isAway(failure) ? failure.status !== 0 && isAwaited && isLong : !isTold,
    state: failure.status === 0 ? ('offline' as const) : ('failing' as const),
  };
}
