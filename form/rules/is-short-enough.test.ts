import { describe, expect, test } from 'vitest';
import { applicationFields } from '../application.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

describe('maxLength of a text: code points after trimming and NFC (D1)', () => {
  const tooLong = 'Must be less than 30 characters';

  test.each([
    ['30 letters', 'a'.repeat(30), null],
    ['31 letters', 'a'.repeat(31), tooLong],
    ['30 letters in spaces', `  ${'a'.repeat(30)}  `, null],
    ['30 astral characters', '🌳'.repeat(30), null],
    ['31 astral characters', '🌳'.repeat(31), tooLong],
    ['30 letters with accents of their own', 'e\u0301'.repeat(30), null],
    ['31 letters with accents of their own', 'e\u0301'.repeat(31), tooLong],
    ['15 letters with marks that have no composed form', 'x\u0301'.repeat(15), null],
    ['16 letters with marks that have no composed form', 'x\u0301'.repeat(16), tooLong],
  ])('%s', (_what, typed, message) => {
    expect(messageFor(applicationFields.businessName, typed)).toBe(message);
  });
});

describe('maxLength of a number: digits (D2)', () => {
  test.each([
    [0, true],
    [9999, true],
    [10_000, false],
    [1e21, false],
    [Number.POSITIVE_INFINITY, false],
  ])('4 digits: %d → %s', (answer, expected) => {
    expect(obeysRule({ kind: 'maxLength', max: 4 }, answer)).toBe(expected);
  });

  test.each([
    ['9999', null],
    ['9,999', null],
    ['10000', 'Must be less than 4 characters'],
    ['1'.repeat(400), 'Must be less than 4 characters'],
  ])('years in business typed as %s', (typed, message) => {
    expect(messageFor(applicationFields.yearsInBusiness, typed)).toBe(message);
  });
});
