/** Shuffles mutants by a seed, and divides the shuffled list into slots that can run independently. */
import { seededNumbers } from '../../tests/support/seeded-numbers.ts';

/** Returns a copy of a list in a random order that the seed determines. */
export function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const next = seededNumbers(seed);
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    [result[last], result[other]] = [result[other] as Item, result[last] as Item];
  }
  return result;
}

/**
 * Returns the candidates for a slot. The caller uses the first suitable candidate. Slots share no candidates, so a slot's result
 * does not depend on which other slots run.
 */
export function candidates<Item>(drawn: readonly Item[], slot: number, count: number): readonly Item[] {
  return drawn.filter((_, index) => index % count === slot);
}

/** Returns the slots of a part such as `2/4`. Slots are numbered from 0, parts from 1. Throws if there is no such part. */
export function slotsOf(part: string, count: number): readonly number[] {
  const [, which = '', of = ''] = /^(\d+)\/(\d+)$/.exec(part) ?? [];
  if (Number(which) < 1 || Number(which) > Number(of))
    throw new Error(`There is no part ${part}. Name a part like 1/4.`);
  return Array.from({ length: count }, (_, slot) => slot).filter(
    (slot) => slot % Number(of) === Number(which) - 1,
  );
}
