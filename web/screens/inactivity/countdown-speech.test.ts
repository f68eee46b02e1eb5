import { expect, test } from 'vitest';
import { secondsSpoken } from './idle-clock.ts';

/** Returns the numbers of seconds that are announced during a countdown, each once. */
function spokenFrom(total: number): number[] {
  const seconds = Array.from({ length: total + 1 }, (_, index) => total - index);
  return [...new Set(seconds.map((left) => secondsSpoken(left, total)))];
}

test('the default countdown is announced on opening, then at 20, 10 and 5 seconds', () => {
  expect(spokenFrom(30)).toEqual([30, 20, 10, 5]);
});

test('a long countdown is first announced every thirty seconds', () => {
  expect(spokenFrom(120)).toEqual([120, 90, 60, 20, 10, 5]);
});

test('a number whose second was missed is announced at the next second', () => {
  expect(secondsSpoken(19, 30)).toBe(20);
  expect(secondsSpoken(9, 30)).toBe(10);
});
