import { describe, expect, test } from 'vitest';
import { messageFor, obeysRule } from '../../tests/support/application-states.ts';
import { applicantFields } from '../fields/personnel.ts';

describe('minAge 18 (D5)', () => {
  test.each([
    ['the day before the 18th birthday', '2008-06-16', '2026-06-15', false],
    ['the 18th birthday', '2008-06-15', '2026-06-15', true],
    ['the day after', '2008-06-14', '2026-06-15', true],
    ['born on February 29, on February 28 of a common year', '2008-02-29', '2026-02-28', false],
    ['born on February 29, on March 1 of a common year', '2008-02-29', '2026-03-01', true],
    ['born on February 29, on February 29 of a leap year', '2000-02-29', '2020-02-29', true],
    ['born on March 1, on February 29 of a leap year', '2002-03-01', '2020-02-29', false],
    ['born on February 28, on February 28', '2008-02-28', '2026-02-28', true],
    ['born on New Year’s Eve, a day early', '2008-12-31', '2026-12-30', false],
    ['born in another century', '1900-01-01', '2026-06-15', true],
  ])('%s', (_what, born, today, expected) => {
    expect(obeysRule({ kind: 'minAge', min: 18 }, born, { today })).toBe(expected);
  });
});

test('the message says how old a person must be', () => {
  expect(messageFor(applicantFields.dateOfBirth, '06/16/2008')).toBe('Must be at least 18 years old');
});

test.each([
  ['2026-06-14', true],
  ['2026-06-15', true],
  ['2026-06-16', false],
  ['2027-01-01', false],
])('notInFuture on 2026-06-15: %s → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'notInFuture' }, answer)).toBe(expected);
});

test('a date of birth in the future is refused as such, not as too young', () => {
  expect(messageFor(applicantFields.dateOfBirth, '6/16/2026')).toBe('Date must be today or in the past');
});

test.each([
  ['2026-06-14', false],
  ['2026-06-15', true],
  ['2026-06-16', true],
])('notInPast on 2026-06-15: %s → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'notInPast' }, answer)).toBe(expected);
});
