/** Number of repetitions in tests that repeat: three, or the environment variable ROUNDS. */
export const rounds = Number(process.env['ROUNDS'] ?? 3);

/** The rounds of `npm run test:all`, which leaves nothing out. */
export const roundsOfAll = 20;

/** Whether every case is tested, as in `npm run test:all`. */
export const triesAll = rounds >= roundsOfAll;

/**
 * Returns how many of this many similar cases are tested: all with the rounds of `npm run test:all`, otherwise a proportional
 * part.
 */
export const partOf = (count: number): number =>
  triesAll ? count : Math.ceil((count * rounds) / roundsOfAll);

/** Returns the similar cases that are tested: as many as `partOf` says, evenly spread. */
export function someOf<Case>(all: readonly Case[]): readonly Case[] {
  const share = partOf(all.length) / all.length;
  return all.filter((_, index) => Math.floor(index * share) < Math.floor((index + 1) * share + 1e-9));
}
