import { expect, test } from 'vitest';
import { personOf, stateOf, stepOf } from '../../tests/support/application-states.ts';
import { minutesInAll, readingMinutes } from './estimated-minutes.ts';
import { progressAt } from './progress.ts';

test('the first estimate is the start of the countdown, rounded up to a multiple of five', () => {
  const counted = progressAt(stepOf('start'), stateOf()).minutesLeft;
  const told = minutesInAll(stateOf());
  expect(told % 5).toBe(0);
  expect(told).toBeGreaterThanOrEqual(counted);
  expect(told - counted).toBeLessThan(5);
});

test('more people need more minutes', () => {
  const people = [
    personOf('applicant', 1, { percentageOwned: 25 }),
    ...[1, 2, 3].map((number) => personOf('owner', number, { percentageOwned: 25 })),
  ];
  expect(minutesInAll(stateOf({ personnel: people }))).toBeGreaterThan(minutesInAll(stateOf()));
});

test('reading takes a minute per 240 words, rounded up for each text', () => {
  expect([[0], [1], [240], [241], [1, 241]].map(readingMinutes)).toEqual([0, 1, 1, 2, 3]);
});
