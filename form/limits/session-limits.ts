/** Maximum number of live sessions in one browser. Starting one more session ends the oldest one (D23). */
export const sessionsPerBrowser = 4;

/** Milliseconds by which the server's idle timeout is longer than the page's, so the page ends the session first (D23). */
export const idleGraceMillis = 120_000;
