/** The most live sessions of one browser; starting another ends the oldest (D23). */
export const sessionsPerBrowser = 4;

/** Milliseconds by which the server’s idle timeout is longer than the page’s, so that the page ends a session first (D23). */
export const idleGraceMillis = 120_000;
