import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inMemoryLimit } from './in-memory-limit.ts';

function limit(options: { max?: number; factor?: number; maxKeys?: number } = {}) {
  const clock = { millis: 0 };
  const limits = { max: 600, windowMillis: 60_000, factor: 1, maxKeys: 1_000, ...options };
  const take = inMemoryLimit(limits, () => clock.millis);
  const passed = (key: string, calls: number) =>
    Array.from({ length: calls }, () => take(key)).filter((wait) => wait === 0).length;
  return { clock, take, passed };
}

test('lets 600 calls of a session pass at once, and refuses the next with the time to wait', () => {
  const { take, passed } = limit();
  expect(passed('a', 600)).toBe(600);
  expect(take('a')).toBe(1);
});

test('counts each session separately', () => {
  const { take, passed } = limit();
  passed('a', 700);
  expect(take('b')).toBe(0);
});

test('lets calls pass again at the rate of the limit', () => {
  const { clock, passed } = limit();
  passed('a', 600);
  clock.millis = 1_000;
  expect(passed('a', 20)).toBe(10);
  clock.millis = 61_000;
  expect(passed('a', 700)).toBe(600);
});

test('does not save up calls while a session is idle', () => {
  const { clock, passed } = limit();
  passed('a', 1);
  clock.millis = 3_600_000;
  expect(passed('a', 2_000)).toBe(600);
});

test('is multiplied by LIMITS_FACTOR, and is never 0', () => {
  expect(limit({ factor: 2 }).passed('a', 2_000)).toBe(1_200);
  expect(limit({ factor: 0.0001 }).passed('a', 5)).toBe(1);
});

test('remembers a limited number of keys, and forgets the longest idle one', () => {
  const { take, passed } = limit({ max: 2, maxKeys: 3 });
  for (const key of ['idle', 'busy', 'third']) passed(key, 1);
  passed('busy', 1);
  passed('idle', 1);
  passed('busy', 1);
  passed('fourth', 1);
  expect(take('busy')).not.toBe(0);
  expect(take('idle')).not.toBe(0);
  passed('fifth', 1);
  expect(passed('busy', 2)).toBe(2);
});

test('a caller that waits for the returned time is served, at any limit and rate', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000 }),
      fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 40 }),
      (max, pauses) => {
        const { clock, take, passed } = limit({ max });
        for (const pause of pauses) {
          clock.millis += pause;
          passed('a', Math.ceil(max / 3));
          const wait = take('a');
          if (wait === 0) continue;
          clock.millis += wait * 1_000;
          expect(take('a')).toBe(0);
        }
      },
    ),
    { numRuns: 50 },
  );
});
