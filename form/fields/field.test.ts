/** Tests the declared fields: their names, limits and sensitivity. */
import { describe, expect, test } from 'vitest';
import { finishTypes } from '../flow/finish.ts';
import { organizationTypes } from '../lists/organization-types.ts';
import type { RuleKind } from '../rules/rule.ts';
import { businessTypes } from './application.ts';
import type { Field } from './field.ts';
import { isRequired, rulesOf } from './field.ts';
import type { RecordName } from './form.ts';
import { baseForm, fieldsOf } from './form.ts';
import { housingStatuses } from './personnel.ts';

const everyField = (Object.keys(baseForm) as RecordName[]).flatMap((record) =>
  Object.entries(fieldsOf(baseForm, record)).map(([key, field]) => ({ record, key, field })),
);

/** The fields of the business and of people, without the disclosures and the questions of the flow. */
const answered = everyField.filter(({ record }) => !['disclosures', 'questions'].includes(record));

/** Returns the fields that have a rule of this kind, as `record.key`. */
const withRule = (kind: RuleKind) =>
  answered
    .filter(({ field }) => rulesOf(field).some((rule) => rule.kind === kind))
    .map(({ record, key }) => `${record}.${key}`);

test('every rule that names a field names one of its own record', () => {
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

test('the sealed fields, and the fields of which only the last four digits are read back (D36, D41)', () => {
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
    ['applicant', 'addressLine', 100],
    ['applicant', 'addressCity', 50],
    ['applicant', 'email', 100],
    ['applicant', 'yearsAtResidence', 3],
    ['applicant', 'grossAnnualIncome', 999_999_999],
    ['applicant', 'monthlyHousingPayment', 999_999_999],
    ['owner', 'fullName', 100],
    ['owner', 'occupation', 100],
    ['owner', 'addressLine', 100],
    ['owner', 'addressCity', 50],
    ['owner', 'email', 100],
    ['owner', 'yearsAtResidence', 3],
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

describe('the fields that a browser fills in (design brief, section 1.9)', () => {
  /** Returns the autocomplete tokens of a record's fields. Leaves out the fields that the browser must not fill in. */
  const filledIn = (record: RecordName) =>
    Object.fromEntries(
      Object.entries(fieldsOf(baseForm, record)).flatMap(([key, { autocomplete = 'off' }]) =>
        autocomplete === 'off' ? [] : [[key, autocomplete]],
      ),
    );

  test('of the business: its name, its email and both addresses', () => {
    expect(filledIn('application')).toEqual({
      businessName: 'organization',
      email: 'work email',
      addressLine: 'section-business address-line1',
      addressCity: 'section-business address-level2',
      addressState: 'section-business address-level1',
      addressPostalCode: 'section-business postal-code',
      billingAddressLine: 'section-billing billing address-line1',
      billingCity: 'section-billing billing address-level2',
      billingState: 'section-billing billing address-level1',
      billingPostalCode: 'section-billing billing postal-code',
    });
  });

  test('of the applicant: all data that a browser has about its user', () => {
    expect(filledIn('applicant')).toEqual({
      fullName: 'name',
      dateOfBirth: 'bday',
      occupation: 'organization-title',
      addressLine: 'section-home address-line1',
      addressCity: 'section-home address-level2',
      addressState: 'section-home address-level1',
      addressPostalCode: 'section-home postal-code',
      email: 'email',
      phoneNumber: 'tel',
    });
  });

  test.each(['owner', 'authorizedUser'] as const)('of another person: none (%s)', (record) => {
    expect(filledIn(record)).toEqual({});
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

test('the business and its people have the fields of spec section 3', () => {
  expect(Object.keys(baseForm.application).sort()).toEqual(
    [
      ...['businessName', 'taxId', 'dba', 'email', 'naicsCode', 'businessType', 'organizationType'],
      ...['yearsInBusiness', 'employeeCount', 'annualSalesAmount', 'internetGambling'],
      ...['internetBasedBusiness', 'addressLine', 'addressCity', 'addressState', 'addressPostalCode'],
      ...['billingAddressLine', 'billingCity', 'billingState', 'billingPostalCode', 'guarantorId'],
      ...['expectedPurchaseAmount', 'taxIdKind'],
    ].sort(),
  );
  const person = [
    ...['fullName', 'ssn', 'dateOfBirth', 'occupation', 'addressLine', 'addressCity', 'addressState'],
    ...['addressPostalCode', 'percentageOwned', 'email', 'phoneNumber', 'yearsAtResidence', 'housingStatus'],
  ];
  expect(Object.keys(baseForm.owner).sort()).toEqual([...person].sort());
  expect(Object.keys(baseForm.applicant).sort()).toEqual(
    [...person, 'grossAnnualIncome', 'monthlyHousingPayment'].sort(),
  );
});

test('the fixed choices are those of the spec, sections 3 and 4', () => {
  expect(businessTypes).toEqual([
    ...['appliances', 'automotive', 'electronics', 'flooring', 'furniture'],
    ...['golfcart', 'lawn', 'lawnGarden', 'mattress', 'outdoor'],
  ]);
  expect(organizationTypes).toEqual([
    ...['corporation', 's_corporation', 'partnership', 'sole_proprietorship'],
    ...['llc', 'non_profit', 'municipality'],
  ]);
  expect(housingStatuses).toEqual(['rent', 'own', 'other']);
  expect([...finishTypes].sort()).toEqual(['cancel', 'completed', 'pending', 'timeout']);
});

describe('which fields have which rules (spec section 5)', () => {
  test('all fields are required except the trade name, the kind of tax ID, the billing address and a card user’s number', () => {
    const optional = answered.filter(({ field }) => !isRequired(field));
    expect(optional.map(({ record, key }) => `${record}.${key}`)).toEqual([
      'application.dba',
      'application.taxIdKind',
      'application.billingAddressLine',
      'application.billingCity',
      'application.billingState',
      'application.billingPostalCode',
      'authorizedUser.ssn',
    ]);
  });

  const streets = ['application', 'applicant', 'owner', 'authorizedUser'].map(
    (record) => `${record}.addressLine`,
  );
  const states = ['addressState', 'billingState'].map((key) => `application.${key}`);
  const zips = ['addressPostalCode', 'billingPostalCode'].map((key) => `application.${key}`);
  const ofPeople = (key: string) =>
    ['applicant', 'owner', 'authorizedUser'].map((record) => `${record}.${key}`);
  const ofOwners = (key: string) => ['applicant', 'owner'].map((record) => `${record}.${key}`);
  const amounts = [
    ...['application.annualSalesAmount', 'application.expectedPurchaseAmount'],
    ...['applicant.grossAnnualIncome', 'applicant.monthlyHousingPayment'],
  ];
  const counts = [
    'application.yearsInBusiness',
    'application.employeeCount',
    ...ofOwners('yearsAtResidence'),
  ];

  test.each<[RuleKind, readonly string[]]>([
    ['noPoBox', streets],
    ['state', [...states, ...ofPeople('addressState')]],
    ['digits', [...zips, ...ofPeople('addressPostalCode')]],
    ['postalCodeForState', [...zips, ...ofPeople('addressPostalCode')]],
    ['taxId', ['application.taxId']],
    ['ssn', ofPeople('ssn')],
    ['industryCode', ['application.naicsCode']],
    ['email', ['application.email', ...ofOwners('email')]],
    ['phone', ofOwners('phoneNumber')],
    ['numeric', [...counts, ...amounts, ...ofOwners('percentageOwned')]],
    ['maxValue', [...amounts, ...ofOwners('percentageOwned')]],
    ['totalOwnership', ofOwners('percentageOwned')],
    ['ownerMinimum', ['owner.percentageOwned']],
  ])('%s', (kind, fields) => {
    expect(withRule(kind).sort()).toEqual([...fields].sort());
  });

  test('every person must be at least 18 and born in 1900 or later', () => {
    const births = answered.filter(({ key }) => key === 'dateOfBirth');
    expect(births.map(({ record }) => record)).toEqual(['applicant', 'owner', 'authorizedUser']);
    for (const { field } of births) {
      expect(rulesOf(field)).toContainEqual({ kind: 'invalid', earliest: '1900-01-01' });
      expect(rulesOf(field)).toContainEqual({ kind: 'minAge', min: 18 });
    }
  });
});
