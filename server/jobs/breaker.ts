/** A circuit breaker for a receiver. After several failures, it allows only one try at a time, until a try succeeds. */

/** Number of consecutive failures that opens the breaker. */
export const mostFailures = 5;

/** Milliseconds from the breaker's opening to the first try. */
export const firstPause = 5_000;
/** The maximum number of milliseconds between later tries. The pause doubles after each failed try, up to this maximum. */
export const longestPause = 60_000;

/** Returns a closed breaker, which allows every try. */
export function newBreaker() {
  let failures = 0;
  let pause = firstPause;
  let tryFrom: number | undefined;
  return {
    /** Returns whether the breaker is open, so only one job may be tried at a time. */
    isOpen: () => tryFrom !== undefined,
    /** Returns whether a job may be tried now. While the breaker is open, call this only if no job is running. */
    mayTry: (now: number) => tryFrom === undefined || now >= tryFrom,
    succeeded: () => {
      failures = 0;
      pause = firstPause;
      tryFrom = undefined;
    },
    failed: (now: number) => {
      failures += 1;
      if (failures < mostFailures) return;
      // Ignore failures of jobs that were started before the breaker opened. They must not lengthen the pause.
      if (tryFrom !== undefined && now < tryFrom) return;
      if (tryFrom !== undefined) pause = Math.min(pause * 2, longestPause);
      tryFrom = now + pause;
    },
  };
}
