import { expect, test } from 'vitest';
import { applicationFields } from '../../form/fields/application.ts';
import { fieldAt, fieldsOf, formWith } from '../../form/fields/form.ts';
import { applicantFields } from '../../form/fields/personnel.ts';
import { tidyTyped, typedLength } from './typed-text.ts';

const field = (path: string) => {
  const found = fieldAt(path);
  if (!found) throw new Error(`There is no field ${path}`);
  return found;
};
const businessName = field('application.businessName');

test('a text is counted as its rule counts: in characters, without spaces around it', () => {
  expect(typedLength(businessName, '')).toEqual({ typed: 0, max: 30 });
  expect(typedLength(businessName, '  Élan 🌱 LLC ')).toEqual({ typed: 10, max: 30 });
  expect(typedLength(businessName, 'x'.repeat(31))).toEqual({ typed: 31, max: 30 });
});

test('a tighter limit of the program replaces the limit', () => {
  const form = formWith({ 'application.businessName': { maxLength: 24 } });
  const tighter = fieldsOf(form, 'application')['businessName'] ?? businessName;
  expect(typedLength(tighter, 'Bright')).toEqual({ typed: 6, max: 24 });
});

test('a long or rarely reached limit is counted once half of it is used; a number never', () => {
  const name = field('applicant.fullName');
  expect(typedLength(name, 'x'.repeat(50))).toBeUndefined();
  expect(typedLength(name, 'x'.repeat(51))).toEqual({ typed: 51, max: 100 });
  const city = field('application.addressCity');
  expect(typedLength(city, 'Edina', true)).toBeUndefined();
  expect(typedLength(city, 'x'.repeat(26), true)).toEqual({ typed: 26, max: 50 });
  expect(typedLength(field('application.yearsInBusiness'), '12')).toBeUndefined();
});

test.each([
  [applicationFields.taxId, ' 12 3456789 ', '12-3456789'],
  [applicationFields.annualSalesAmount, '$1250000.00', '1,250,000'],
  [applicationFields.employeeCount, '2025', '2,025'],
  [applicationFields.yearsInBusiness, '2,025', '2025'],
  [applicantFields.phoneNumber, '+1 (202) 555-0123', '202-555-0123'],
  [applicantFields.addressPostalCode, '55420-1234', '55420'],
  [applicantFields.fullName, '  Dana Okafor ', 'Dana Okafor'],
])('an answer gets its usual form: %#', (field, typed, tidy) => {
  expect(tidyTyped(field, typed)).toBe(tidy);
});

test.each([
  [applicationFields.annualSalesAmount, '12,50'],
  [applicantFields.percentageOwned, 'half'],
  [applicantFields.ssn, '12345'],
  [applicationFields.taxId, '12-34'],
  [applicantFields.addressPostalCode, '554-20-1'],
])('invalid text stays as typed', (field, typed) => {
  expect(tidyTyped(field, typed)).toBe(typed);
});
