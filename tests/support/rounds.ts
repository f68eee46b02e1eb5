/** How many times a test repeats its steps, if it repeats them: the environment variable ROUNDS, or three by default. */
export const rounds = Number(process.env['ROUNDS'] ?? 3);

/** Number of repetitions in `npm run test:all`, which tests every case. */
export const roundsOfAll = 20;

/** Whether this run tests every case, as `npm run test:all` does. */
export const triesAll = rounds >= roundsOfAll;

/**
 * Returns how many of `count` similar cases this run tests. `npm run test:all` tests all of them. In other runs, the share
 * depends on the number of rounds.
 */
export const partOf = (count: number): number =>
  triesAll ? count : Math.ceil((count * rounds) / roundsOfAll);

/**
 * Returns the cases that this run tests: as many as `partOf` allows. The distances between them follow the golden ratio. With
 * equal distances, all cases chosen from a list of combinations could contain the same value.
 */
export function someOf<Case>(all: readonly Case[]): readonly Case[] {
  const goldenRatio = (1 + Math.sqrt(5)) / 2;
  const place = (index: number) => (index * goldenRatio) % 1;
  const byPlace = all.map((_, index) => index).sort((one, other) => place(one) - place(other));
  const chosen = new Set(byPlace.slice(0, partOf(all.length)));
  return all.filter((_, index) => chosen.has(index));
}
