import { describe, expect, test } from 'vitest';
import type { RecordName } from '../form/fields/form.ts';
import { baseForm, fieldsOf } from '../form/fields/form.ts';
import { displayOf } from './display.ts';
import { en } from './en/en.ts';

const titleOf = (code: string) => (code === '561730' ? 'Landscaping Services' : undefined);

/** Returns an answer's text as people read it. */
function shown(record: RecordName, key: string, answers: Readonly<Record<string, unknown>>) {
  const field = fieldsOf(baseForm, record)[key];
  if (!field) throw new Error(`There is no field ${record}.${key}`);
  return displayOf(en, { record, key, field }, answers, titleOf);
}

describe('an answer as people read it', () => {
  test.each([
    ['text', 'application', 'businessName', 'Greenacre Lawn Care LLC', 'Greenacre Lawn Care LLC'],
    ['email', 'applicant', 'email', 'dana@greenacre.example', 'dana@greenacre.example'],
    ['phone', 'applicant', 'phoneNumber', '2025550123', '202-555-0123'],
    ['a date as MM/DD/YYYY', 'applicant', 'dateOfBirth', '1986-04-08', '04/08/1986'],
    ['money in dollars without decimals', 'application', 'annualSalesAmount', 1_250_000, '$1,250,000'],
    ['nothing paid', 'applicant', 'monthlyHousingPayment', 0, '$0'],
    ['a count', 'application', 'employeeCount', 1_200, '1,200'],
    ['years, without commas', 'application', 'yearsInBusiness', 2_025, '2025'],
    ['less than a year', 'application', 'yearsInBusiness', 0, '0'],
    ['a share', 'applicant', 'percentageOwned', 33.33, '33.33%'],
    ['yes', 'application', 'internetGambling', true, 'Yes'],
    ['no', 'application', 'internetGambling', false, 'No'],
    ['a ticked box', 'disclosures', 'noOtherOwners', true, 'Yes'],
    ['an option by its words', 'application', 'organizationType', 's_corporation', 'S corporation'],
    ['an industry with its title', 'application', 'naicsCode', '561730', '561730 Landscaping Services'],
    ['an industry whose title is not loaded yet', 'application', 'naicsCode', '111110', '111110'],
  ] as const)('%s', (_what, record, key, answer, text) => {
    expect(shown(record, key, { [key]: answer })?.text).toBe(text);
  });

  test('is marked as the product’s words if it was chosen, but not if it was typed', () => {
    const isOurs = (record: RecordName, key: string, answer: unknown) =>
      shown(record, key, { [key]: answer })?.isOurs ?? false;
    expect(isOurs('application', 'internetGambling', true)).toBe(true);
    expect(isOurs('application', 'organizationType', 'llc')).toBe(true);
    expect(isOurs('application', 'naicsCode', '561730')).toBe(true);
    expect(isOurs('application', 'businessName', 'Greenacre Lawn Care LLC')).toBe(false);
    expect(isOurs('applicant', 'email', 'dana@greenacre.example')).toBe(false);
  });

  test.each([
    ['a Social Security number', 'applicant', 'ssn', '900112233', '•••-••-2233'],
    ['a federal tax ID', 'application', 'taxId', '123456789', '••-•••6789'],
  ] as const)(
    '%s: only the last four digits, whether or not the page has the whole number (D41)',
    (_what, record, key, answer, text) => {
      const lastFour = answer.slice(-4);
      expect(shown(record, key, { [key]: answer })).toEqual({ text, lastFour });
      expect(shown(record, key, { [`${key}Last4`]: lastFour })).toEqual({ text, lastFour });
    },
  );

  test('a Social Security number as the tax ID is masked like any other (D67)', () => {
    const answers = { taxId: '123456789', taxIdKind: 'ssn' };
    expect(shown('application', 'taxId', answers)?.text).toBe('•••-••-6789');
    expect(shown('application', 'taxId', { taxIdLast4: '6789', taxIdKind: 'ssn' })?.text).toBe('•••-••-6789');
    expect(shown('application', 'taxId', { ...answers, taxIdKind: 'ein' })?.text).toBe('••-•••6789');
  });

  test('is null if no answer was given', () => {
    expect(shown('application', 'dba', {})).toBeNull();
    expect(shown('application', 'dba', { dba: null })).toBeNull();
    expect(shown('authorizedUser', 'ssn', { ssnLast4: null })).toBeNull();
  });
});
