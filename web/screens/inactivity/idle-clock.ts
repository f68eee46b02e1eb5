/**
 * When the person was last active, and what follows (spec section 4, D24). Times are in milliseconds of a clock that no one can
 * set. They are compared with a deadline, so that a tab that was suspended for too long ends at once.
 */

/** Activity counts at most once in this time (spec section 9). */
const debounceMillis = 500;
/** Activity is reported to the server at most this often (D23). */
const heartbeatMillis = 60_000;
/** A lost report is sent again after this time. */
const repeatMillis = 5_000;
/** Reading in another tab that the page opened counts as activity for at most this time (D52). */
const readingMillis = 30 * 60_000;
/** The shortest warning (D24). */
const shortestWarningMillis = 20_000;

export type IdleClock = ReturnType<typeof createIdleClock>;

/** Returns a clock that warns after `timeoutMillis` without activity and then leaves `warningMillis` to respond. */
export function createIdleClock(timeoutMillis: number, warningMillis: number, startedAt: number) {
  const warning = Math.max(warningMillis, shortestWarningMillis);
  let warnAt = startedAt + timeoutMillis;
  let counted = Number.NEGATIVE_INFINITY;
  let reported = startedAt;
  let lost: number | null = null;
  let readsUntil = 0;
  let wasAway = false;

  /** Call on activity. It does not count just after the last, nor after the deadline. Returns whether to report it. */
  function note(now: number): boolean {
    if (now >= warnAt || now - counted < debounceMillis) return false;
    counted = now;
    warnAt = now + timeoutMillis;
    if (lost !== null || now - reported < heartbeatMillis) return false;
    reported = now;
    return true;
  }

  return {
    /** The seconds with which the countdown starts. */
    warningSeconds: Math.round(warning / 1000),
    /** Restarts the whole time. */
    restart: (now: number) => {
      warnAt = now + timeoutMillis;
      counted = Number.NEGATIVE_INFINITY;
    },
    note,
    /** Call when the person opens a page of ours in a new tab. */
    opened: (now: number) => {
      readsUntil = now + readingMillis;
      wasAway = false;
    },
    /** Call every second, with whether the page has the focus. Reading an opened tab is activity. Returns as `note` does. */
    look: (now: number, isHere: boolean) => {
      if (now >= readsUntil || (isHere && !wasAway)) return false;
      wasAway = true;
      if (isHere) readsUntil = 0;
      warnAt = now + timeoutMillis;
      return note(now);
    },
    /** Call when a report did not reach the server, which would otherwise end a session that continues here. */
    reportLost: (now: number) => {
      lost = now;
    },
    /** Returns true, once, if a lost report is due to be sent again. */
    isReportOwed: (now: number) => {
      if (lost === null || now - lost < repeatMillis) return false;
      lost = null;
      reported = now;
      return true;
    },
    /** Call when too much time may have passed: the warning begins now, unless it has begun. */
    doubt: (now: number) => {
      warnAt = Math.min(warnAt, now);
    },
    /** Returns the seconds left to respond to the warning, or null while there is no warning. */
    secondsLeft: (now: number) =>
      now < warnAt ? null : Math.max(0, Math.ceil((warnAt + warning - now) / 1000)),
  };
}
