/** Live sessions that one browser can hold; one more ends the oldest (D23). */
export const sessionsPerBrowser = 4;
