/** Milliseconds after the press on Start until the button says why nothing has come yet. */
export const slowAfterMillis = 3000;
