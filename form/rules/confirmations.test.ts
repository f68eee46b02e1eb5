import { expect, test } from 'vitest';
import { obeysRule } from '../../tests/support/application-states.ts';
import { unparsable } from '../field-types/field-type.ts';

test.each([
  ['0197a000-0000-7000-8000-000000000001', true],
  [null, false],
  [unparsable, false],
] as const)('fileRequired: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'fileRequired' }, answer)).toBe(expected);
});

test.each([
  [null, false],
  [false, true],
  [true, true],
] as const)(
  'agreementRead: %j → %s; an answer can only exist once the agreement was opened',
  (answer, expected) => {
    expect(obeysRule({ kind: 'agreementRead' }, answer)).toBe(expected);
  },
);

test.each([
  [true, true],
  [false, false],
  [null, false],
  ['yes', false],
] as const)('agreeRequired: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'agreeRequired' }, answer)).toBe(expected);
});

const applicantId = '0197a000-0000-7000-8000-000000000001';

test.each([
  [applicantId, true, true],
  [null, true, false],
  [applicantId, false, true],
  [null, false, true],
] as const)('guarantorRead: %j where required is %s → %s (D16)', (answer, guarantorRequired, expected) => {
  expect(obeysRule({ kind: 'guarantorRead' }, answer, { guarantorRequired })).toBe(expected);
});
