import { expect, test } from 'vitest';
import { messageFor } from '../../tests/support/application-states.ts';
import { applicationFields } from '../fields/application.ts';
import { fieldAs } from '../fields/field.ts';
import { applicantFields, authorizedUserFields, ownerFields } from '../fields/personnel.ts';
import { cautionOf } from './cautions.ts';

const { taxId } = applicationFields;

test.each([
  ['00-0000000', '00'],
  ['00-1234567', '00'],
  ['07-1234567', '07'],
  ['89-1234567', '89'],
  ['96-1234567', '96'],
  [' 49 1234567 ', '49'],
])('an EIN with a prefix that the IRS never assigned gets a warning, but no error: %s', (typed, prefix) => {
  expect(cautionOf(taxId, typed)).toEqual({ kind: 'einPrefix', values: { prefix } });
  expect(messageFor(taxId, typed)).toBeNull();
});

test.each(['12-3456789', '98-7654321', '01-0000000', '99-0000000'])(
  'any other EIN gets no warning: %s',
  (typed) => {
    expect(cautionOf(taxId, typed)).toBeUndefined();
  },
);

test.each(['', '00-123', 'none', '0000000000'])('an invalid EIN is left to the rules: %j', (typed) => {
  expect(cautionOf(taxId, typed)).toBeUndefined();
});

const asSsn = fieldAs(taxId, { taxIdKind: 'ssn' });

test('a Social Security number as the tax ID is not taken for an EIN (D67)', () => {
  expect(cautionOf(asSsn, '07-1234567')).toBeUndefined();
  expect(cautionOf(asSsn, '000-12-3456')).toEqual({ kind: 'ssnNotIssued', values: {} });
  expect(cautionOf(fieldAs(taxId, { taxIdKind: 'ein' }), '07-1234567')).toBeDefined();
});

const ssns = [applicantFields.ssn, ownerFields.ssn, authorizedUserFields.ssn];

test.each([
  '000-00-0000',
  '000-12-3456',
  '666-12-3456',
  '123-00-4567',
  '123-45-0000',
  '078-05-1120',
  '219-09-9999',
])('a Social Security number that was never issued gets a warning, but no error: %s', (typed) => {
  for (const ssn of ssns) {
    expect(cautionOf(ssn, typed)).toEqual({ kind: 'ssnNotIssued', values: {} });
    expect(messageFor(ssn, typed)).toBeNull();
  }
});

test.each(['900-12-3456', '987-65-4321', '999 99 9999', '900-70-0000'])(
  'the warning about a number that begins with 9 says that it may be an ITIN: %s',
  (typed) => {
    for (const ssn of ssns) {
      expect(cautionOf(ssn, typed)).toEqual({ kind: 'ssnIsItin', values: {} });
      expect(messageFor(ssn, typed)).toBeNull();
    }
  },
);

test.each(['123-45-6789', '001-01-0001', '665-99-9999', '667-01-0001', '899-99-9999', '078-05-1121'])(
  'any other Social Security number gets no warning: %s',
  (typed) => {
    for (const ssn of ssns) expect(cautionOf(ssn, typed)).toBeUndefined();
  },
);

test.each(['2014', '1998', '2,014', '1000'])('a calendar year gets a warning: %s', (typed) => {
  expect(cautionOf(applicationFields.yearsInBusiness, typed)).toEqual({ kind: 'yearNotYears', values: {} });
  expect(messageFor(applicationFields.yearsInBusiness, typed)).toBeNull();
});

test.each(['0', '12', '999', '20145', '-2014'])('other years in business get no warning: %s', (typed) => {
  expect(cautionOf(applicationFields.yearsInBusiness, typed)).toBeUndefined();
});

test('other fields have no caution', () => {
  expect(cautionOf(applicationFields.employeeCount, '2014')).toBeUndefined();
});
