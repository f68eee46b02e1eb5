/**
 * Determines when to warn about inactivity and when the session ends (spec section 4, D24). Callers pass the current time in
 * milliseconds, from a clock that no one can set. The timer compares times instead of counting calls, so the session also ends on
 * time if the browser suspended the tab.
 */

/** After recorded activity, further activity is ignored for this many milliseconds (spec section 9). */
const debounceMillis = 500;
/** Shortest interval, in milliseconds, between reports of activity to the server (D23). */
const heartbeatMillis = 60_000;
/** Milliseconds after a lost report until another report is sent. */
const repeatMillis = 5_000;
/** The longest time, in milliseconds, for which reading in a tab that the page has opened counts as activity (D52). */
const readingMillis = 30 * 60_000;
/** The shortest duration of the warning, in milliseconds (D24). */
const shortestWarningMillis = 20_000;

export type IdleClock = ReturnType<typeof createIdleClock>;

/**
 * Returns an inactivity timer, which warns after `timeoutMillis` without activity. The person then has `warningMillis`, but at
 * least `shortestWarningMillis`, to respond.
 */
export function createIdleClock(timeoutMillis: number, warningMillis: number, startedAt: number) {
  const warning = Math.max(warningMillis, shortestWarningMillis);
  let warnAt = startedAt + timeoutMillis;
  let counted = Number.NEGATIVE_INFINITY;
  let reported = startedAt;
  let lost: number | null = null;
  let readsUntil = 0;
  let wasAway = false;

  /** Until the warning begins, records activity, at most once per debounce time. Returns whether activity must be reported. */
  function note(now: number): boolean {
    if (now >= warnAt || now - counted < debounceMillis) return false;
    counted = now;
    warnAt = now + timeoutMillis;
    if (lost !== null || now - reported < heartbeatMillis) return false;
    reported = now;
    return true;
  }

  return {
    /** Start value of the countdown, in seconds. */
    warningSeconds: Math.round(warning / 1000),
    restart: (now: number) => {
      warnAt = now + timeoutMillis;
      counted = Number.NEGATIVE_INFINITY;
    },
    note,
    /** Records that the person has opened a link in a new tab. */
    opened: (now: number) => {
      readsUntil = now + readingMillis;
      wasAway = false;
    },
    /**
     * Call it every second. While the person reads a linked page in a new tab, records activity. Returns true if the activity
     * must be reported. `isHere` is true if this page has the focus.
     */
    look: (now: number, isHere: boolean) => {
      if (now >= readsUntil || (isHere && !wasAway)) return false;
      wasAway = true;
      if (isHere) readsUntil = 0;
      warnAt = now + timeoutMillis;
      return note(now);
    },
    /** Records that a report might not have reached the server. Without another report, the server might end the session. */
    reportLost: (now: number) => {
      lost = now;
    },
    /** Returns true if a lost report must be sent again now. Returns true only once for each lost report. */
    isReportOwed: (now: number) => {
      if (lost === null || now - lost < repeatMillis) return false;
      lost = null;
      reported = now;
      return true;
    },
    /** Begins the warning now, unless it has already begun. Call it if the session may have timed out on the server. */
    doubt: (now: number) => {
      warnAt = Math.min(warnAt, now);
    },
    /** Returns the seconds that are left to respond to the warning; null while there is no warning. */
    secondsLeft: (now: number) =>
      now < warnAt ? null : Math.max(0, Math.ceil((warnAt + warning - now) / 1000)),
  };
}

/** Returns the number of seconds to announce: a multiple of 30 down to 60, then 20, 10 or 5 (design brief, section 2.1). */
export function secondsSpoken(secondsLeft: number, totalSeconds: number): number {
  const wholeHalves = Math.ceil(secondsLeft / 30) * 30;
  const due = secondsLeft > 60 ? wholeHalves : ([5, 10, 20, 60].find((mark) => secondsLeft <= mark) ?? 60);
  return Math.min(due, totalSeconds);
}
