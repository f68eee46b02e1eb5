/**
 * When the person was last active, and what follows from it (spec section 4, D24). Times are in milliseconds of a
 * clock that nobody can set, and are compared with a deadline, so that a tab that was suspended for too long ends at once.
 */

/** Activity counts at most once in this time (spec section 9). */
const debounceMillis = 500;
/** Activity is reported to the server at most this often (D23). */
const heartbeatMillis = 60_000;
/** A report that was lost is sent again after this time. */
const repeatMillis = 5_000;
/** What was opened beside the page is read there, out of its sight, for at most this time (D52). */
const readingMillis = 30 * 60_000;
/** The shortest warning (D24). */
const shortestWarningMillis = 20_000;

export interface IdleClock {
  /** The seconds with which the countdown starts. */
  readonly warningSeconds: number;
  /** Restarts the whole time. */
  readonly restart: (now: number) => void;
  /**
   * Call on activity. It does not count within half a second of the last, nor after the deadline. Returns true if it
   * should be reported to the server.
   */
  readonly note: (now: number) => boolean;
  /** Call when the person opens something of ours in a new tab. */
  readonly opened: (now: number) => void;
  /**
   * Call every second; `isHere` is false while the page does not have the focus. What was opened counts as activity while
   * it is read, and so does coming back from it, even to a tab that slept. Returns true as `note` does.
   */
  readonly look: (now: number, isHere: boolean) => boolean;
  /** Call when a report did not reach the server, which would otherwise end a session that goes on here. */
  readonly reportLost: (now: number) => void;
  /** True, once, if a lost report is to be sent again now. */
  readonly isReportOwed: (now: number) => boolean;
  /** Call where too much time may have passed and nobody can tell: the warning begins now, unless it has begun. */
  readonly doubt: (now: number) => void;
  /** Seconds left to respond to the warning, 0 when they are over; null while there is no warning. */
  readonly secondsLeft: (now: number) => number | null;
}

/** A clock that warns after `timeoutMillis` without activity and then allows `warningMillis` to respond. */
export function createIdleClock(timeoutMillis: number, warningMillis: number, startedAt: number): IdleClock {
  const warning = Math.max(warningMillis, shortestWarningMillis);
  let warnAt = startedAt + timeoutMillis;
  let counted = Number.NEGATIVE_INFINITY;
  let reported = startedAt;
  let lost: number | null = null;
  let readsUntil = 0;
  let wasAway = false;

  function note(now: number): boolean {
    if (now >= warnAt || now - counted < debounceMillis) return false;
    counted = now;
    warnAt = now + timeoutMillis;
    if (lost !== null || now - reported < heartbeatMillis) return false;
    reported = now;
    return true;
  }

  return {
    warningSeconds: Math.round(warning / 1000),
    restart: (now) => {
      warnAt = now + timeoutMillis;
      counted = Number.NEGATIVE_INFINITY;
    },
    note,
    opened: (now) => {
      readsUntil = now + readingMillis;
      wasAway = false;
    },
    look: (now, isHere) => {
      if (now >= readsUntil || (isHere && !wasAway)) return false;
      wasAway = true;
      if (isHere) readsUntil = 0;
      warnAt = now + timeoutMillis;
      return note(now);
    },
    reportLost: (now) => {
      lost = now;
    },
    isReportOwed: (now) => {
      if (lost === null || now - lost < repeatMillis) return false;
      lost = null;
      reported = now;
      return true;
    },
    doubt: (now) => {
      warnAt = Math.min(warnAt, now);
    },
    secondsLeft: (now) => (now < warnAt ? null : Math.max(0, Math.ceil((warnAt + warning - now) / 1000))),
  };
}
