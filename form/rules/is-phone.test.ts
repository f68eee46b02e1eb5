import { describe, expect, test } from 'vitest';
import { unreadable } from '../kinds/kind.ts';
import { applicantFields } from '../personnel.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

describe('phone: the North American plan (D9)', () => {
  test.each([
    ['2025550123', true],
    ['9195550123', true],
    ['1025550123', false],
    ['0025550123', false],
    ['2021550123', false],
    ['2020550123', false],
    ['9115550123', false],
    ['4115550123', false],
    ['2029110123', false],
    ['2024110123', false],
    ['2125550911', true],
    ['202555012', false],
    ['20255501234', false],
    [unreadable, false],
  ] as const)('%j → %s', (answer, expected) => {
    expect(obeysRule({ kind: 'phone' }, answer)).toBe(expected);
  });
});

test.each([
  [' +1 (202) 555-0123', null],
  ['1-202-555-0123', null],
  ['202.555.0123', null],
  ['202 555 0123', null],
  ['202‑555‑0123', null],
  ['+12025550123', null],
  ['２０２５５５０１２３', null],
  ['+44 20 7946 0958', 'Invalid phone number'],
  ['555-0123', 'Invalid phone number'],
  ['202-555-0123 x5', 'Invalid phone number'],
  ['+2025550123', 'Invalid phone number'],
  ['1 102 555 0123', 'Invalid phone number'],
  ['call me', 'Invalid phone number'],
])('a phone typed as %j → %j', (typed, message) => {
  expect(messageFor(applicantFields.phoneNumber, typed)).toBe(message);
});
