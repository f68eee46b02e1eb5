import { expect, test } from 'vitest';
import { messageFor } from '../../tests/support/application-states.ts';
import { applicationFields } from '../fields/application.ts';
import { applicantFields } from '../fields/personnel.ts';
import { cautionOf } from './cautions.ts';

const { taxId } = applicationFields;

test.each([
  ['00-0000000', '00'],
  ['00-1234567', '00'],
  ['07-1234567', '07'],
  ['89-1234567', '89'],
  ['96-1234567', '96'],
  [' 49 1234567 ', '49'],
])('an EIN whose first digits the IRS never gave out is doubted, not refused: %s', (typed, prefix) => {
  expect(cautionOf(taxId, typed)).toEqual({ kind: 'einPrefix', values: { prefix } });
  expect(messageFor(taxId, typed)).toBeNull();
});

test.each(['12-3456789', '98-7654321', '01-0000000', '99-0000000'])(
  'an EIN like any other is not: %s',
  (typed) => {
    expect(cautionOf(taxId, typed)).toBeUndefined();
  },
);

test.each(['', '00-123', 'none', '0000000000'])('an invalid EIN is left to the rules: %j', (typed) => {
  expect(cautionOf(taxId, typed)).toBeUndefined();
});

test('other fields have no caution', () => {
  expect(cautionOf(applicantFields.ssn, '000-00-0000')).toBeUndefined();
});
