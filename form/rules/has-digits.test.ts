import { expect, test } from 'vitest';
import { applicationFields } from '../application.ts';
import { unreadable } from '../kinds/kind.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

test.each([
  ['55420', true],
  ['00501', true],
  ['5542', false],
  ['554200', false],
  ['5542a', false],
  ['-5542', false],
  ['55 20', false],
  ['٥٥٤٢٠', false],
  [unreadable, false],
] as const)('digits 5: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'digits', count: 5 }, answer)).toBe(expected);
});

test.each([
  ['55420', null],
  [' 5 5 4 2 0 ', null],
  ['55420-1234', null],
  ['55420 1234', null],
  ['554201234', null],
  ['５５４２０', null],
  ['5542', 'Invalid Field'],
  ['55420-12', 'Invalid Field'],
  ['55420-12345', 'Invalid Field'],
  ['K1A 0B1', 'Invalid Field'],
])('a ZIP code typed as %j → %j (D2)', (typed, message) => {
  expect(messageFor(applicationFields.addressPostalCode, typed)).toBe(message);
});
