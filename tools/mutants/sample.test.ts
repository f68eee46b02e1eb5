/** Tests that a seed always gives the same sample, no matter how the sample is divided into parts. */
import { expect, test } from 'vitest';
import { candidates, shuffled, slotsOf } from './sample.ts';

const items = Array.from({ length: 1_000 }, (_, index) => index);

test('a seed determines the order of all items, and another seed gives another order', () => {
  expect(shuffled(items, 1)).toEqual(shuffled(items, 1));
  expect(shuffled(items, 1)).not.toEqual(shuffled(items, 2));
  expect(shuffled(items, 1).toSorted((a, b) => a - b)).toEqual(items);
});

test('the parts together contain each slot once', () => {
  const parts = ['1/4', '2/4', '3/4', '4/4'].flatMap((part) => slotsOf(part, 10));
  expect(parts.toSorted((a, b) => a - b)).toEqual(items.slice(0, 10));
  expect(() => slotsOf('5/4', 10)).toThrow('There is no part 5/4');
  expect(() => slotsOf('a', 10)).toThrow('There is no part a');
});

test('each slot has its own candidates, and the drawn candidate is the first', () => {
  const drawn = shuffled(items, 1);
  const all = slotsOf('1/1', 7).flatMap((slot) => candidates(drawn, slot, 7));
  expect(new Set(all).size).toBe(1_000);
  expect(candidates(drawn, 3, 7)[0]).toBe(drawn[3]);
});
