/**
 * Holds back what goes to a receiver that takes nothing: after some failures in a row only one job is tried at a time, at
 * growing intervals, until one is taken. Knows of one receiver, on one node. Times are in milliseconds of a clock that
 * never goes back.
 */
export interface Breaker {
  /** Whether all but single tries are held back. */
  isOpen(): boolean;
  /** Whether a job may be tried now, while none is under way. */
  mayTry(now: number): boolean;
  /** The receiver has taken something: nothing is held back any more. */
  succeeded(): void;
  failed(now: number): void;
}

/** Failures in a row after which it opens. */
export const mostFailures = 5;

/** Milliseconds until the first single try, and the most between two of them. */
export const firstPause = 5_000;
export const longestPause = 60_000;

/** A breaker that holds nothing back yet. */
export function newBreaker(): Breaker {
  let failures = 0;
  let pause = firstPause;
  let tryFrom: number | undefined;
  return {
    isOpen: () => tryFrom !== undefined,
    mayTry: (now) => tryFrom === undefined || now >= tryFrom,
    succeeded: () => {
      failures = 0;
      pause = firstPause;
      tryFrom = undefined;
    },
    failed: (now) => {
      failures += 1;
      if (failures < mostFailures) return;
      // What was under way when it opened says nothing new.
      if (tryFrom !== undefined && now < tryFrom) return;
      if (tryFrom !== undefined) pause = Math.min(pause * 2, longestPause);
      tryFrom = now + pause;
    },
  };
}
