import { expect, test } from 'vitest';
import { applicationFields } from '../application.ts';
import { unreadable } from '../kinds/kind.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

test.each([
  ['MN', true],
  ['DC', true],
  ['PR', false],
  ['AE', false],
  ['XX', false],
  ['M', false],
  ['Minnesota', false],
  [unreadable, false],
] as const)('state: %j → %s (D4)', (answer, expected) => {
  expect(obeysRule({ kind: 'state' }, answer)).toBe(expected);
});

test.each([
  [' mn ', null],
  ['Dc', null],
  ['GU', 'Invalid State'],
  ['Minnesota', 'Invalid State'],
])('a state typed as %j → %j', (typed, message) => {
  expect(messageFor(applicationFields.addressState, typed)).toBe(message);
});
