/**
 * Tests that wrong declarations don't compile (`docs/decisions/own-form-engine.md`). `npx tsc -p tests` fails if the line after
 * an `@ts-expect-error` compiles. At run time, this file only tests that the declarations load.
 */
import { expectTypeOf, test } from 'vitest';
import type { ScreenKey } from '../flow/flow.ts';
import type { Step } from '../flow/steps.ts';
import type { OrganizationType } from '../lists/organization-types.ts';
import type { Rule, RuleKind } from '../rules/rule.ts';
import type { Group, Screen } from '../screens/screen.ts';
import type { ApplicationAnswers, businessTypes } from './application.ts';
import { applicationFields } from './application.ts';
import type { AnswersOf, Field, FieldOf, MaskedKey, ReadBackOf, RuleOn } from './field.ts';
import { declareFields } from './field.ts';
import type { FieldKey, Form } from './form.ts';
import type { applicantFields, authorizedUserFields, housingStatuses, ownerFields } from './personnel.ts';
import { choice, street, zipIn } from './presets.ts';
import type { Questions } from './questions.ts';

type BusinessType = (typeof businessTypes)[number];
type HousingStatus = (typeof housingStatuses)[number];
type ApplicantAnswers = AnswersOf<typeof applicantFields>;
type OwnerAnswers = AnswersOf<typeof ownerFields>;
type AuthorizedUserAnswers = AnswersOf<typeof authorizedUserFields>;

const line = { required: false, autocomplete: 'off' } as const;

test('the types of the answers follow from the declarations', () => {
  expectTypeOf<ApplicationAnswers>().toEqualTypeOf<{
    businessName?: string | null;
    dba?: string | null;
    taxId?: string | null;
    taxIdKind?: 'ein' | 'ssn' | null;
    naicsCode?: string | null;
    email?: string | null;
    businessType?: BusinessType | null;
    organizationType?: OrganizationType | null;
    addressLine?: string | null;
    addressCity?: string | null;
    addressState?: string | null;
    addressPostalCode?: string | null;
    billingAddressLine?: string | null;
    billingCity?: string | null;
    billingState?: string | null;
    billingPostalCode?: string | null;
    yearsInBusiness?: number | null;
    employeeCount?: number | null;
    annualSalesAmount?: number | null;
    expectedPurchaseAmount?: number | null;
    internetGambling?: boolean | null;
    internetBasedBusiness?: boolean | null;
    guarantorId?: string | null;
  }>();
  expectTypeOf<OwnerAnswers>().toEqualTypeOf<
    Omit<ApplicantAnswers, 'grossAnnualIncome' | 'monthlyHousingPayment'>
  >();
  expectTypeOf<ApplicantAnswers['housingStatus']>().toEqualTypeOf<HousingStatus | null | undefined>();
  expectTypeOf<ApplicantAnswers['percentageOwned']>().toEqualTypeOf<number | null | undefined>();
  expectTypeOf<keyof AuthorizedUserAnswers>().toEqualTypeOf<
    'fullName' | 'ssn' | 'dateOfBirth' | 'addressLine' | 'addressCity' | 'addressState' | 'addressPostalCode'
  >();
  expectTypeOf<Questions['billingSame']>().toEqualTypeOf<boolean | null | undefined>();
});

test('a masked answer is read back only as its last four digits', () => {
  type ReadBack = ReadBackOf<typeof applicationFields>;
  expectTypeOf<MaskedKey<typeof applicationFields>>().toEqualTypeOf<'taxId'>();
  expectTypeOf<ReadBack['taxIdLast4']>().toEqualTypeOf<string | null | undefined>();
  // @ts-expect-error: only the last four digits are read back
  expectTypeOf<ReadBack['taxId']>().toBeString();
});

test('a misspelled field does not compile', () => {
  const answers: ApplicationAnswers = { businessName: 'Greenacre' };
  // @ts-expect-error: bussinessName is misspelled
  expectTypeOf(answers.bussinessName);
  // @ts-expect-error: bussinessName is misspelled
  const misspelt: ApplicationAnswers = { bussinessName: 'Greenacre' };
  // @ts-expect-error: dbaa is misspelled
  const key: FieldKey<'application'> = 'dbaa';
  // @ts-expect-error: only the applicant has the field grossAnnualIncome
  const income: FieldKey<'owner'> = 'grossAnnualIncome';
  // @ts-expect-error: the field is taxId, not taxID
  expectTypeOf(applicationFields.taxID);
  // @ts-expect-error: the record is owner, not owners
  const fields = (form: Form) => form.owners;
  return [misspelt, key, income, fields];
});

test('an answer of another type or outside an enumeration does not compile', () => {
  // @ts-expect-error: boats is not a business type
  const type: ApplicationAnswers = { businessType: 'boats' };
  // @ts-expect-error: a count is a number
  const count: ApplicationAnswers = { employeeCount: '12' };
  // @ts-expect-error: the answer to a yes-or-no question is a boolean
  const gambling: ApplicationAnswers = { internetGambling: 'no' };
  // @ts-expect-error: squat is not a housing status
  const housing: ApplicantAnswers = { housingStatus: 'squat' };
  const picked = declareFields({ size: choice(['small', 'large']) });
  expectTypeOf<AnswersOf<typeof picked>>().toEqualTypeOf<{ size?: 'small' | 'large' | null }>();
  return [type, count, gambling, housing];
});

test('a rule that does not go with the type of its field does not compile', () => {
  const text = { type: 'text' } as const;
  declareFields({ name: { ...text, rules: [{ kind: 'maxLength', max: 5 }] } });
  // @ts-expect-error: a text can't have a limit for numbers
  declareFields({ name: { ...text, rules: [{ kind: 'maxValue', max: 5 }] } });
  // @ts-expect-error: a text is not a number
  declareFields({ name: { ...text, rules: [{ kind: 'numeric' }] } });
  // @ts-expect-error: an amount can't have a limit on its length
  declareFields({ sales: { type: 'money', rules: [{ kind: 'maxLength', max: 9 }] } });
  // @ts-expect-error: only a ZIP code can have a rule about its state
  declareFields({ name: { ...text, rules: [{ kind: 'postalCodeForState', state: 'name' }] } });
  // @ts-expect-error: only a percentage can have a rule about the total
  declareFields({ years: { type: 'count', rules: [{ kind: 'totalOwnership' }] } });
  // @ts-expect-error: only a text can have the rule noPoBox
  declareFields({ born: { type: 'date', rules: [{ kind: 'noPoBox' }] } });
  // @ts-expect-error: a text can't have a rule for numbers, even if its type is FieldOf<'text'>
  const one: FieldOf<'text'> = { ...text, rules: [{ kind: 'minValue', min: 1 }] };
  // @ts-expect-error: a text can't have a rule for dates, even if its type is Field
  const any: Field = { ...text, rules: [{ kind: 'minAge', min: 18 }] };
  return [one, any];
});

test('a caution that does not go with the type of its field does not compile', () => {
  const phone: FieldOf<'phone'> = { type: 'phone', rules: [] };
  // @ts-expect-error: a phone number can't have the caution for an EIN
  const wary: FieldOf<'phone'> = { ...phone, caution: 'einPrefix' };
  // @ts-expect-error: a Social Security number can't have the caution for an EIN
  const ssn: FieldOf<'ssn'> = { type: 'ssn', rules: [], caution: 'einPrefix' };
  return [wary, ssn];
});

test('a misspelled rule, or one with a misspelled limit, does not compile', () => {
  const text = { type: 'text' } as const;
  // @ts-expect-error: requird is misspelled
  declareFields({ name: { ...text, rules: [{ kind: 'requird' }] } });
  // @ts-expect-error: the property is `max`, not `maximum`
  declareFields({ name: { ...text, rules: [{ kind: 'maxLength', maximum: 5 }] } });
  // @ts-expect-error: a limit is a number
  declareFields({ name: { ...text, rules: [{ kind: 'maxLength', max: '5' }] } });
  // @ts-expect-error: the limit is missing
  declareFields({ name: { ...text, rules: [{ kind: 'maxLength' }] } });
  // @ts-expect-error: pattern is not a rule
  const kind: RuleKind = 'pattern';
  // @ts-expect-error: pattern is not a rule
  const rule: Rule = { kind: 'pattern' };
  // @ts-expect-error: minAge is not a rule for a text
  const on: RuleOn<'text'> = { kind: 'minAge', min: 18 };
  return [kind, rule, on];
});

test('a rule that names a field which its record lacks does not compile', () => {
  declareFields({ state: { type: 'state', rules: [] }, zip: zipIn('state', line) });
  // @ts-expect-error: the record has no field county
  declareFields({ state: { type: 'state', rules: [] }, zip: zipIn('county', line) });
  const once = { ...line, required: { onceAnyOf: ['street', 'city'] } } as const;
  declareFields({ street: street(once), city: street(line) });
  // @ts-expect-error: the record has no field city, to which `street` refers
  declareFields({ street: street(once) });
  // @ts-expect-error: the record has no field county, to which the rule refers
  declareFields({ zip: { type: 'zip', rules: [{ kind: 'postalCodeForState', state: 'county' }] } });
  // @ts-expect-error: the record has no field city, to which the rule refers
  declareFields({ name: { type: 'text', rules: [{ kind: 'required', onceAnyOf: ['city'] }] } });
});

test('a field type, a sensitivity or a property that does not exist does not compile', () => {
  // @ts-expect-error: string is not a field type
  declareFields({ name: { type: 'string', rules: [] } });
  // @ts-expect-error: only a Social Security number or a tax ID can be masked
  declareFields({ name: { type: 'text', rules: [], sensitive: 'masked' } });
  // @ts-expect-error: secret is not a value of sensitive
  declareFields({ ssn: { type: 'ssn', rules: [], sensitive: 'secret' } });
  // @ts-expect-error: words belong in copy/
  declareFields({ name: { type: 'text', rules: [], label: 'Name' } });
  // @ts-expect-error: a choice needs options
  declareFields({ size: { type: 'choice', rules: [] } });
  // @ts-expect-error: sensitve is misspelled
  declareFields({ ssn: { type: 'ssn', rules: [], sensitve: 'masked' } });
  // @ts-expect-error: placeholder is not a property of a field
  declareFields({ name: { type: 'text', rules: [], placeholder: 'Name' } });
});

test('a group that names a field of another record does not compile', () => {
  const right: Group = { record: 'owner', fields: ['fullName', 'ssn'] };
  // @ts-expect-error: the business has no ssn
  const ssn: Group = { record: 'application', fields: ['ssn'] };
  // @ts-expect-error: owners are not asked about their income
  const income: Group = { record: 'owner', fields: ['fullName', 'grossAnnualIncome'] };
  // @ts-expect-error: the record is called owner, not owners
  const owners: Group = { record: 'owners', fields: ['fullName'] };
  const screen = { key: 'x', route: '/apply/x' };
  // @ts-expect-error: the business has no ssn, even if the group is written within a screen
  const written: Screen = { ...screen, groups: [{ record: 'application', fields: ['ssn'] }] };
  return [right, ssn, income, owners, written];
});

test('a misspelled screen key does not compile', () => {
  const step: Step = { screen: 'business-address-same', part: 1 };
  // @ts-expect-error: busines-address is misspelled
  const misspelt: Step = { screen: 'busines-address', part: 1 };
  // @ts-expect-error: a route is not the key of a screen
  const route: ScreenKey = '/apply/business';
  // @ts-expect-error: the part is missing
  const partless: Step = { screen: 'business' };
  return [step, misspelt, route, partless];
});
