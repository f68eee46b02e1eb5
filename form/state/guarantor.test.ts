import { describe, expect, test } from 'vitest';
import type { ApplicationAnswers } from '../fields/application.ts';
import { organizationTypes } from '../lists/organization-types.ts';
import type { GuarantorLine } from './guarantor.ts';
import { guarantorIsRequired } from './guarantor.ts';

describe('the default table of programs (D16)', () => {
  const table: readonly GuarantorLine[] = [
    { organizationType: ['municipality', 'non_profit'], required: false },
    { required: true },
  ];
  test.each(organizationTypes)('%s', (organizationType) => {
    const excepted = organizationType === 'municipality' || organizationType === 'non_profit';
    expect(guarantorIsRequired(table, { organizationType })).toBe(!excepted);
  });

  test.each([{}, { organizationType: null }])(
    'requires one while the legal form is not known: %j',
    (answers) => {
      expect(guarantorIsRequired(table, answers)).toBe(true);
    },
  );
});

describe('the first matching line decides', () => {
  const table: readonly GuarantorLine[] = [
    {
      organizationType: ['corporation'],
      minYearsInBusiness: 10,
      minAnnualSalesAmount: 5_000_000,
      required: false,
    },
    { minYearsInBusiness: 2, required: true },
    { required: false },
  ];

  test.each<[string, ApplicationAnswers, boolean]>([
    ['all of a line at its limits', corporation(10, 5_000_000), false],
    ['one year too few', corporation(9, 5_000_000), true],
    ['one dollar too few', corporation(10, 4_999_999), true],
    ['another legal form', { ...corporation(10, 5_000_000), organizationType: 'llc' }, true],
    ['the last line', corporation(1, 5_000_000), false],
    ['zero is an answer', corporation(0, 0), false],
  ])('%s', (_what, answers, required) => {
    expect(guarantorIsRequired(table, answers)).toBe(required);
  });

  test.each<[string, ApplicationAnswers]>([
    ['years', { organizationType: 'corporation', annualSalesAmount: 5_000_000 }],
    ['sales', { organizationType: 'corporation', yearsInBusiness: 10 }],
    ['the legal form', { yearsInBusiness: 10, annualSalesAmount: 5_000_000 }],
    ['anything', {}],
  ])('a line that needs an answer which is missing decides for a guarantor: %s', (_what, answers) => {
    expect(guarantorIsRequired(table, answers)).toBe(true);
  });

  test('but not if the answers given already rule it out', () => {
    expect(
      guarantorIsRequired(
        [{ organizationType: ['llc'], minYearsInBusiness: 5, required: true }, { required: false }],
        {
          organizationType: 'municipality',
        },
      ),
    ).toBe(false);
  });
});

test('if no line matches, a guarantor is required', () => {
  expect(guarantorIsRequired([], { organizationType: 'municipality' })).toBe(true);
  expect(guarantorIsRequired([{ minYearsInBusiness: 5, required: false }], { yearsInBusiness: 4 })).toBe(
    true,
  );
});

function corporation(yearsInBusiness: number, annualSalesAmount: number): ApplicationAnswers {
  return { organizationType: 'corporation', yearsInBusiness, annualSalesAmount };
}
