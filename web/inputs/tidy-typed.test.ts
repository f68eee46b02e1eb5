import { expect, test } from 'vitest';
import { applicationFields } from '../../form/fields/application.ts';
import { applicantFields } from '../../form/fields/personnel.ts';
import { tidyTyped } from './tidy-typed.ts';

test.each([
  [applicationFields.taxId, ' 12 3456789 ', '12-3456789'],
  [applicationFields.annualSalesAmount, '$1250000.00', '1,250,000'],
  [applicationFields.employeeCount, '2025', '2,025'],
  [applicationFields.yearsInBusiness, '2,025', '2025'],
  [applicantFields.phoneNumber, '+1 (202) 555-0123', '202-555-0123'],
  [applicantFields.addressPostalCode, '55420-1234', '55420'],
  [applicantFields.fullName, '  Dana Okafor ', 'Dana Okafor'],
])('an answer is written in its usual form: $kind', (field, typed, tidy) => {
  expect(tidyTyped(field, typed)).toBe(tidy);
});

test.each([
  [applicationFields.annualSalesAmount, '12,50'],
  [applicantFields.percentageOwned, 'half'],
  [applicantFields.ssn, '12345'],
  [applicationFields.taxId, '12-34'],
  [applicantFields.addressPostalCode, '554-20-1'],
])('what is no answer stays as it was typed', (field, typed) => {
  expect(tidyTyped(field, typed)).toBe(typed);
});
