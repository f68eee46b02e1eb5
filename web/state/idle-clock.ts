/**
 * When the person was last active, and what follows from it (spec section 4, D24). It compares the time that it is given,
 * in milliseconds since the epoch, with a deadline, so that a tab that was suspended too long knows at once.
 */

/** Activity counts once in this time (spec section 9). */
const debounceMillis = 500;
/** Activity is reported to the server at most this often (D23). */
const heartbeatMillis = 60_000;
/** The warning is never shorter (D24). */
const shortestWarningMillis = 20_000;

export interface IdleClock {
  /** What the countdown begins with, in seconds. */
  readonly warningSeconds: number;
  /** Starts the whole time again. */
  readonly restart: (now: number) => void;
  /**
   * The person did something. It does not count within half a second of what did, nor after the deadline. True where
   * the server is to be told.
   */
  readonly note: (now: number) => boolean;
  /** Seconds left to answer the warning, 0 once they are over; null while no warning is due. */
  readonly secondsLeft: (now: number) => number | null;
}

/** A clock that warns after `timeoutMillis` without activity, and gives `warningMillis` to answer. */
export function createIdleClock(timeoutMillis: number, warningMillis: number, startedAt: number): IdleClock {
  const warning = Math.max(warningMillis, shortestWarningMillis);
  let warnAt = startedAt + timeoutMillis;
  let counted = Number.NEGATIVE_INFINITY;
  let reported = startedAt;
  return {
    warningSeconds: Math.round(warning / 1000),
    restart: (now) => {
      warnAt = now + timeoutMillis;
      counted = Number.NEGATIVE_INFINITY;
    },
    note: (now) => {
      if (now >= warnAt || now - counted < debounceMillis) return false;
      counted = now;
      warnAt = now + timeoutMillis;
      if (now - reported < heartbeatMillis) return false;
      reported = now;
      return true;
    },
    secondsLeft: (now) => (now < warnAt ? null : Math.max(0, Math.ceil((warnAt + warning - now) / 1000))),
  };
}
