import { describe, expect, test } from 'vitest';
import { businessAnswers, stateOf, stepOf } from '../../tests/support/application-states.ts';
import type { ApplicationState } from '../fields/application-state.ts';
import { isRequired } from '../fields/field.ts';
import { baseForm, fieldsOf, formWith, type RecordName } from '../fields/form.ts';
import type { OrganizationType } from '../lists/organization-types.ts';
import type { Group, Screen } from '../screens/screen.ts';
import { flow } from '../screens/screens.ts';
import { endsWithNo, type ScreenKey, screenOf, sectionOf } from './flow.ts';
import { fieldsAt } from './steps.ts';

const screens = flow.flatMap((section): readonly Screen[] => section.screens);

const ofType = (organizationType: OrganizationType) =>
  stateOf({ applicationData: { ...businessAnswers, organizationType } });

describe('the screens', () => {
  test('have the routes of the spec, section 2', () => {
    expect(screens.map(({ route }) => route)).toEqual([
      '/apply',
      '/apply/share-information',
      '/apply/control-question',
      '/apply/business',
      '/apply/business/address',
      '/apply/business/address/same',
      '/apply/business/billing',
      '/apply/business/additional',
      '/apply/business/additional/gambling',
      '/apply/business/additional/internet',
      '/apply/business/additional/proof',
      '/apply/applicant',
      '/apply/applicant/address',
      '/apply/applicant/guarantor-question',
      '/apply/owner',
      '/apply/owner/info',
      '/apply/owner/address',
      '/apply/owner/list',
      '/apply/authorized-user',
      '/apply/authorized-user/info',
      '/apply/authorized-user/address',
      '/apply/authorized-user/list',
      '/apply/entity-required',
      '/apply/section-review',
      '/apply/review/intro',
      '/apply/review',
      '/apply/agreement/esign',
      '/apply/agreement/terms',
      '/apply/agreement/guarantor',
      '/apply/agreement/controlling-party',
    ]);
  });

  test.each(screens)('$key is named after its route', ({ key, route }) => {
    expect(key).toBe(route.replace(/^\/apply\/?/, '').replaceAll('/', '-') || 'start');
    expect(screenOf(key as ScreenKey).route).toBe(route);
  });

  test('show at most four fields at a time, and none twice (D12)', () => {
    const groups = screens.flatMap(({ groups }) => groups);
    expect(groups.filter(({ fields }) => fields.length === 0 || fields.length > 4)).toEqual([]);
    const asked = groups.flatMap(({ record, fields }) => fields.map((key) => `${record}.${key}`));
    expect(new Set(asked).size).toBe(asked.length);
  });

  test('have the groups of the table in D53', () => {
    const together = screens.flatMap(({ key, groups }) =>
      groups.flatMap(({ fields }) => (fields.length > 1 ? [`${key}: ${fields.join(', ')}`] : [])),
    );
    expect(together).toEqual([
      'share-information: shareInformation, affiliates',
      'business: organizationType, businessName, dba, email',
      'business: taxId, taxIdKind, naicsCode, businessType',
      'business-address: addressLine, addressCity, addressState, addressPostalCode',
      'business-billing: billingAddressLine, billingCity, billingState, billingPostalCode',
      'business-additional: yearsInBusiness, employeeCount, annualSalesAmount, expectedPurchaseAmount',
      'applicant: fullName, dateOfBirth, ssn',
      'applicant: email, phoneNumber, occupation, grossAnnualIncome',
      'applicant: housingStatus, monthlyHousingPayment, yearsAtResidence, percentageOwned',
      'applicant-address: addressLine, addressCity, addressState, addressPostalCode',
      'owner-info: dateOfBirth, percentageOwned, email, phoneNumber',
      'owner-info: ssn, occupation, housingStatus, yearsAtResidence',
      'owner-address: addressLine, addressCity, addressState, addressPostalCode',
      'authorized-user-info: dateOfBirth, ssn',
      'authorized-user-address: addressLine, addressCity, addressState, addressPostalCode',
    ]);
  });

  test('can be skipped where the spec says so (D14)', () => {
    expect(screens.flatMap(({ key, skippable }) => (skippable ? [key] : []))).toEqual([
      'business-billing',
      'business-additional-proof',
      'owner-info',
      'authorized-user-info',
    ]);
    const groups = screens.flatMap(({ groups }): readonly Group[] => groups);
    const firsts = (some: readonly Group[]) => some.map(({ record, fields }) => `${record}.${fields[0]}`);
    expect(firsts(groups.filter(({ skipLosesTyped }) => skipLosesTyped))).toEqual([
      'application.billingAddressLine',
    ]);
  });

  test('contain every required field', () => {
    const asked = screens.flatMap(({ groups }) =>
      groups.flatMap(({ record, fields }) => fields.map((key) => `${record}.${key}`)),
    );
    const required = (Object.keys(baseForm) as RecordName[]).flatMap((record) =>
      Object.entries(fieldsOf(baseForm, record)).flatMap(([key, field]) =>
        isRequired(field) ? [`${record}.${key}`] : [],
      ),
    );
    // No group contains these fields, because questions of the flow (D16, D17) or the screens that list people set them.
    const otherwise = [
      'application.guarantorId',
      'disclosures.noOtherOwners',
      'questions.anotherOwner',
      'questions.anotherUser',
    ];
    expect(required.filter((key) => !asked.includes(key))).toEqual(otherwise);
  });
});

describe('the fields of a step', () => {
  const keysAt = (screen: ScreenKey, part: number, state: ApplicationState) =>
    fieldsAt(stepOf(screen, part), state).map(([key]) => key);

  test('are those of its group', () => {
    expect(keysAt('business', 1, stateOf())).toEqual(['organizationType', 'businessName', 'dba', 'email']);
    expect(keysAt('business', 2, stateOf())).toEqual(['taxId', 'naicsCode', 'businessType']);
    expect(keysAt('section-review', 1, stateOf())).toEqual([]);
    expect(keysAt('business', 3, stateOf())).toEqual([]);
  });

  test('leave out the fields that a program hides (D13)', () => {
    const form = formWith({ 'application.dba': { hidden: true } });
    expect(keysAt('business', 1, stateOf({ form }))).toEqual(['organizationType', 'businessName', 'email']);
  });

  test('ask only a sole proprietorship whether it has an EIN (D67)', () => {
    expect(keysAt('business', 2, ofType('sole_proprietorship'))).toContain('taxIdKind');
    expect(keysAt('business', 2, ofType('corporation'))).not.toContain('taxIdKind');
  });

  test('leave out the fields that the legal form makes unnecessary (D6)', () => {
    const housing = ['housingStatus', 'monthlyHousingPayment', 'yearsAtResidence'];
    expect(keysAt('applicant', 3, ofType('llc'))).toEqual([...housing, 'percentageOwned']);
    expect(keysAt('applicant', 3, ofType('municipality'))).toEqual(housing);
  });
});

test('a misspelled screen throws', () => {
  expect(() => screenOf('busines' as ScreenKey)).toThrow('No screen is called busines');
  expect(() => sectionOf('busines' as ScreenKey)).toThrow('No screen is called busines');
});

describe('No to a question', () => {
  test('ends the application where it must be Yes: the authority always, the guarantee where it is required (D15, D16)', () => {
    const state = ofType('llc');
    expect(endsWithNo('disclosures', 'authority', state)).toBe(true);
    expect(endsWithNo('questions', 'guarantor', { ...state, guarantorRequired: true })).toBe(true);
    expect(endsWithNo('questions', 'guarantor', { ...state, guarantorRequired: false })).toBe(false);
    expect(endsWithNo('questions', 'authorizedUser', state)).toBe(false);
    expect(endsWithNo('questions', 'authorizedUser', { ...state, questions: { guarantor: false } })).toBe(
      false,
    );
    expect(endsWithNo('application', 'internetGambling', state)).toBe(false);
  });
});
