/** A circuit breaker for one receiver on one node: after several failures in a row, single tries until one succeeds. */
export type Breaker = ReturnType<typeof newBreaker>;

/** Failures in a row after which it opens. */
export const mostFailures = 5;

/** Milliseconds, by a monotonic clock, until the first single try, and the most between two of them. */
export const firstPause = 5_000;
export const longestPause = 60_000;

/** Returns a closed breaker. */
export function newBreaker() {
  let failures = 0;
  let pause = firstPause;
  let tryFrom: number | undefined;
  return {
    /** Returns whether only single tries are allowed. */
    isOpen: () => tryFrom !== undefined,
    /** Returns whether a job may be tried now, if none is running. */
    mayTry: (now: number) => tryFrom === undefined || now >= tryFrom,
    succeeded: () => {
      failures = 0;
      pause = firstPause;
      tryFrom = undefined;
    },
    failed: (now: number) => {
      failures += 1;
      if (failures < mostFailures) return;
      // The failures of jobs started before it opened are no news.
      if (tryFrom !== undefined && now < tryFrom) return;
      if (tryFrom !== undefined) pause = Math.min(pause * 2, longestPause);
      tryFrom = now + pause;
    },
  };
}
