/** How often a test repeats what must not wear out: three times, or as the environment variable ROUNDS says. */
export const rounds = Number(process.env['ROUNDS'] ?? 3);

/** The rounds of `npm run test:all`, which leaves nothing out. */
export const roundsOfAll = 20;

/** Whether every case is tried, as in `npm run test:all`. */
export const triesAll = rounds >= roundsOfAll;

/** How many of so many cases that are alike are tried: all with the rounds of `npm run test:all`, else the same part of them. */
export const partOf = (count: number): number =>
  triesAll ? count : Math.ceil((count * rounds) / roundsOfAll);

/** Those of cases that are alike which are tried: as many as `partOf` says, evenly spread over all. */
export function someOf<Case>(all: readonly Case[]): readonly Case[] {
  const share = partOf(all.length) / all.length;
  return all.filter((_, index) => Math.floor(index * share) < Math.floor((index + 1) * share + 1e-9));
}
