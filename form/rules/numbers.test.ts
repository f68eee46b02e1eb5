import { expect, test } from 'vitest';
import { messageFor, obeysRule } from '../../tests/support/application-states.ts';
import { unparsable } from '../field-types/field-type.ts';
import { applicationFields } from '../fields/application.ts';
import { applicantFields } from '../fields/personnel.ts';

test.each([
  [0, true],
  [12, true],
  [unparsable, false],
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

test.each([
  [9, false],
  [10, true],
  [11, true],
  [null, true],
] as const)('minValue 10: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'minValue', min: 10 }, answer)).toBe(expected);
});

test.each([
  [100, true],
  [100.01, false],
  [0, true],
  [null, true],
] as const)('maxValue 100: %j → %s; the limit itself is accepted (D1)', (answer, expected) => {
  expect(obeysRule({ kind: 'maxValue', max: 100 }, answer)).toBe(expected);
});

test.each([
  ['$1,250,000.00', null],
  ['999,999,999', null],
  ['$ 999 999 999.0', null],
  ['1000000000', 'Must be less than 999999999'],
  ['9'.repeat(400), 'Must be less than 999999999'],
  ['1,2,3', 'Invalid Field'],
  ['1,250,00', 'Invalid Field'],
  ['$1,250,000.50', 'Invalid Field'],
  ['-$5', 'Invalid Field'],
  ['(500)', 'Invalid Field'],
  ['1.5 million', 'Invalid Field'],
  ['$', 'Invalid Field'],
])('yearly sales typed as %s → %j', (typed, message) => {
  expect(messageFor(applicationFields.annualSalesAmount, typed)).toBe(message);
});

test.each([
  ['100', null],
  ['100.01', 'Must be less than 100'],
])('a share typed as %s → %j', (typed, message) => {
  expect(messageFor(applicantFields.percentageOwned, typed)).toBe(message);
});
