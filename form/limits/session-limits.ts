/** The most live sessions of one browser. Starting one more ends the oldest (D23). */
export const sessionsPerBrowser = 4;

/** Milliseconds by which the server's idle timeout is longer than the page's, so the page ends the session first (D23). */
export const idleGraceMillis = 120_000;
