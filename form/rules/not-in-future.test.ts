import { expect, test } from 'vitest';
import { applicantFields } from '../personnel.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

test.each([
  ['2026-06-14', true],
  ['2026-06-15', true],
  ['2026-06-16', false],
  ['2027-01-01', false],
])('notInFuture on 2026-06-15: %s → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'notInFuture' }, answer)).toBe(expected);
});

test('a date of birth still to come is refused as such, not as too young', () => {
  expect(messageFor(applicantFields.dateOfBirth, '6/16/2026')).toBe('Date must be today or in the past');
});
