import { expect, test } from 'vitest';
import { applicationFields } from '../application.ts';
import { unreadable } from '../kinds/kind.ts';
import { applicantFields } from '../personnel.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

test.each([
  [0, true],
  [12, true],
  [unreadable, false],
  ['12', false],
] as const)('numeric: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'numeric' }, answer)).toBe(expected);
});

test.each([
  ['12', null],
  ['0', null],
  [' 1,234 ', null],
  ['１２', null],
  ['12.0', null],
  ['1.5', 'Invalid Field'],
  ['1.5 years', 'Invalid Field'],
  ['10-20 employees', 'Invalid Field'],
  ['10-20', 'Invalid Field'],
  ['-3', 'Invalid Field'],
  ['−3', 'Invalid Field'],
  ['+3', 'Invalid Field'],
  ['1,2,3', 'Invalid Field'],
  ['12,34', 'Invalid Field'],
  ['1e3', 'Invalid Field'],
  ['twelve', 'Invalid Field'],
  ['', 'Required Field'],
])('a count of employees typed as %j → %j (D2)', (typed, message) => {
  expect(messageFor(applicationFields.employeeCount, typed)).toBe(message);
});

test.each([
  ['33.33', null],
  ['40%', null],
  ['.5', null],
  ['33.333', 'Invalid Field'],
  ['-1', 'Invalid Field'],
  ['a third', 'Invalid Field'],
])('a share typed as %j → %j (D6)', (typed, message) => {
  expect(messageFor(applicantFields.percentageOwned, typed)).toBe(message);
});
