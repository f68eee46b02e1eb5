/** What holds of the declared fields as data: names, limits, sensitivity. */
import { describe, expect, test } from 'vitest';
import type { Field } from './field.ts';
import { rulesOf } from './field.ts';
import type { RecordName } from './form.ts';
import { baseForm, fieldsOf } from './form.ts';

const everyField = (Object.keys(baseForm) as RecordName[]).flatMap((record) =>
  Object.entries(fieldsOf(baseForm, record)).map(([key, field]) => ({ record, key, field })),
);

test('every rule that names a field names one of its record', () => {
  const named = everyField.flatMap(({ record, key, field }) =>
    rulesOf(field).flatMap((rule) => {
      const others =
        rule.kind === 'postalCodeForState'
          ? [rule.state]
          : rule.kind === 'required'
            ? (rule.onceAnyOf ?? [])
            : [];
      return others.map((other) => ({ record, key, other }));
    }),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ record, other }) => !(other in baseForm[record]))).toEqual([]);
});

test('what is sealed, and what is read back only as its last four (D36, D41)', () => {
  const marked = (sensitivity: string) =>
    everyField
      .filter(({ field }) => field.sensitive === sensitivity)
      .map(({ record, key }) => `${record}.${key}`);
  expect(marked('masked')).toEqual(['application.taxId', 'applicant.ssn', 'owner.ssn', 'authorizedUser.ssn']);
  expect(marked('sealed')).toEqual([
    'application.annualSalesAmount',
    'applicant.dateOfBirth',
    'applicant.grossAnnualIncome',
    'applicant.monthlyHousingPayment',
    'owner.dateOfBirth',
    'authorizedUser.dateOfBirth',
  ]);
});

describe('limits of section 9', () => {
  const limitOf = (field: Field) =>
    rulesOf(field).flatMap((rule) =>
      rule.kind === 'maxLength' || rule.kind === 'maxValue'
        ? [rule.max]
        : rule.kind === 'minAge'
          ? [rule.min]
          : [],
    );

  test.each([
    ['application', 'businessName', 30],
    ['application', 'dba', 50],
    ['application', 'email', 100],
    ['application', 'addressLine', 100],
    ['application', 'addressCity', 50],
    ['application', 'billingAddressLine', 100],
    ['application', 'billingCity', 50],
    ['application', 'yearsInBusiness', 4],
    ['application', 'employeeCount', 6],
    ['application', 'annualSalesAmount', 999_999_999],
    ['application', 'expectedPurchaseAmount', 999_999_999],
    ['applicant', 'fullName', 100],
    ['applicant', 'occupation', 100],
    ['applicant', 'dateOfBirth', 18],
    ['applicant', 'percentageOwned', 100],
    ['applicant', 'yearsAtResidence', 3],
    ['applicant', 'grossAnnualIncome', 999_999_999],
    ['applicant', 'monthlyHousingPayment', 999_999_999],
    ['owner', 'fullName', 100],
    ['owner', 'addressLine', 100],
    ['owner', 'dateOfBirth', 18],
    ['owner', 'percentageOwned', 100],
    ['authorizedUser', 'fullName', 100],
    ['authorizedUser', 'addressLine', 100],
    ['authorizedUser', 'addressCity', 50],
    ['authorizedUser', 'dateOfBirth', 18],
  ] as const)('%s.%s: %d', (record, key, limit) => {
    const field = fieldsOf(baseForm, record)[key];
    expect(field && limitOf(field)).toEqual([limit]);
  });
});

test('an authorized user has only name, number, date of birth and address (spec section 3)', () => {
  expect(Object.keys(baseForm.authorizedUser)).toEqual([
    'fullName',
    'ssn',
    'dateOfBirth',
    'addressLine',
    'addressCity',
    'addressState',
    'addressPostalCode',
  ]);
});
