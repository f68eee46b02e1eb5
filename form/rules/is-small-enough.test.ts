import { expect, test } from 'vitest';
import { applicationFields } from '../application.ts';
import { applicantFields } from '../personnel.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

test.each([
  [100, true],
  [100.01, false],
  [0, true],
  [null, true],
] as const)('maxValue 100: %j → %s; the limit itself is taken (D1)', (answer, expected) => {
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
