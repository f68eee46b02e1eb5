/** The estimates of how long an application takes. The page announces minutes that an answer adds before it adds them. */

/** The estimated seconds for one field, or for reading a screen and pressing Next (docs/reports/measurements.md, “U1”). */
export const secondsEach = 7;

/** The minutes that each further person adds, which the screen announces before the person is added. */
export const personMinutes = { owner: 2, user: 1 } as const;

/** The words that people read in a minute: a usual speed for texts on a screen. */
const wordsPerMinute = 240;

/** Returns the whole minutes for reading a number of words, rounded up. */
export function readingMinutes(words: number): number {
  return Math.ceil(words / wordsPerMinute);
}
