import { expect, test } from 'vitest';
import { ownerFields } from '../personnel.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

test.each([
  [24.99, false],
  [25, true],
  [25.01, true],
  [0, false],
])('ownerMinimum 25: %d → %s (D6)', (answer, expected) => {
  expect(obeysRule({ kind: 'ownerMinimum', min: 25 }, answer)).toBe(expected);
});

test.each([
  ['24.99', 'Percentage owned must be at lease 25%'],
  ['25', null],
  ['100', null],
  ['100.01', 'Must be less than 100'],
])('an owner’s share typed as %s → %j', (typed, message) => {
  expect(messageFor(ownerFields.percentageOwned, typed)).toBe(message);
});
