import { expect, test } from 'vitest';
import { personOf, stateOf, stepOf } from '../../tests/support/application-states.ts';
import { minutesInAll, progressAt } from './progress.ts';

test('the minutes told first are what the way counts down from, rounded up to five', () => {
  const counted = progressAt(stepOf('start'), stateOf()).minutesLeft;
  const told = minutesInAll(stateOf());
  expect(told % 5).toBe(0);
  expect(told).toBeGreaterThanOrEqual(counted);
  expect(told - counted).toBeLessThan(5);
});

test('more people are not told fewer minutes', () => {
  const people = [
    personOf('applicant', 1, { percentageOwned: 25 }),
    ...[1, 2, 3].map((number) => personOf('owner', number, { percentageOwned: 25 })),
  ];
  expect(minutesInAll(stateOf({ personnel: people }))).toBeGreaterThan(minutesInAll(stateOf()));
});
