/** Live sessions that one browser can hold; one more ends the oldest (D23). */
export const sessionsPerBrowser = 4;

/** Milliseconds that the server waits longer than the page for someone to be there: the page ends a session first (D23). */
export const idleGraceMillis = 120_000;
