/** Decides whether and when a failed save is repeated, and what the person reads about it (D44). */
import { type Failure, isAway, isPassing } from './api-client.ts';

interface Attempts {
  /** Number of attempts that failed before the latest one. */
  readonly failedBefore: number;
  /** True if an alert has already said that this save failed, and the person has not retried since. */
  readonly isTold: boolean;
  /** True if the person sees "Saving…" and waits until everything is saved. */
  readonly isAwaited: boolean;
}

/** The pause in milliseconds before a call is repeated. If `mayHurry`, events such as the network's return may end it early. */
export interface Repeat {
  readonly pause: number;
  readonly mayHurry: boolean;
}

const firstPauseMillis = 1_000;
const longestPauseMillis = 15_000;

/** If the server is unavailable while the person waits, the page shows an alert for any pause longer than this (milliseconds). */
const untoldPauseMillis = 3_000;

const backoff = (failedBefore: number) => Math.min(longestPauseMillis, firstPauseMillis * 2 ** failedBefore);

/** Returns a pause that doubles with each failure, minus a random part of up to half. It is never shorter than `Retry-After`. */
export function repeatAfter(failure: Failure, failedBefore: number, random = Math.random): Repeat {
  const pause = Math.max(failure.retryAfter ?? 0, backoff(failedBefore) * (1 - random() / 2));
  return { pause, mayHurry: failure.retryAfter === null };
}

/** Returns the pause before the next attempt, the state to show, and whether to show an alert. Undefined for a refusal. */
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
