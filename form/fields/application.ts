/** Declares the fields of the business. The API calls them `applicationData` (spec section 3, docs/api.md, "Application"). */
import { mayUseSsn, organizationTypes } from '../lists/organization-types.ts';
import type { ApplicationState } from './application-state.ts';
import { type AnswersOf, declareFields } from './field.ts';
import { choice, count, email, money, state, street, taxId, text, years, yesNo, zipIn } from './presets.ts';

/** The fields of the billing address. Either all or none are answered. Without answers, the business address is used (D14). */
export const billingKeys = [
  'billingAddressLine',
  'billingCity',
  'billingState',
  'billingPostalCode',
] as const;

/** The kinds of federal tax IDs. If the person doesn't choose one, the tax ID is an EIN (D67). */
const taxIdKinds = ['ein', 'ssn'] as const;

/** The types of businesses, by what a business mainly sells or does (spec section 3). */
export const businessTypes = [
  'appliances',
  'automotive',
  'electronics',
  'flooring',
  'furniture',
  'golfcart',
  'lawn',
  'lawnGarden',
  'mattress',
  'outdoor',
] as const;

/** Returns whether the person said that the billing address is different, or has entered a part of that address (D14). */
function when({ applicationData, questions }: ApplicationState): boolean {
  return (
    questions.billingSame === false || billingKeys.some((key) => (applicationData[key] ?? null) !== null)
  );
}

const required = { onceAnyOf: billingKeys };

export const applicationFields = declareFields({
  businessName: text({ autocomplete: 'organization' }, 30),
  dba: text({ required: false, autocomplete: 'off' }, 50),
  taxId: taxId({ kind: 'taxIdKind' }),
  taxIdKind: {
    ...choice(taxIdKinds, { required: false }),
    tick: 'ssn',
    when: ({ applicationData }): boolean => mayUseSsn(applicationData.organizationType),
  },
  naicsCode: {
    type: 'industry',
    autocomplete: 'off',
    rules: [{ kind: 'required' }, { kind: 'industryCode' }],
  },
  email: email({ autocomplete: 'work email' }),
  businessType: choice(businessTypes),
  organizationType: choice(organizationTypes),
  addressLine: street({ autocomplete: 'section-business address-line1' }),
  addressCity: text({ autocomplete: 'section-business address-level2' }, 50),
  addressState: state({ autocomplete: 'section-business address-level1' }),
  addressPostalCode: zipIn('addressState', { autocomplete: 'section-business postal-code' }),
  // This field is not a `street`, because bills may be sent to a P.O. box (spec section 5).
  billingAddressLine: {
    ...text({ required, autocomplete: 'section-billing billing address-line1' }, 100),
    when,
  },
  billingCity: { ...text({ required, autocomplete: 'section-billing billing address-level2' }, 50), when },
  billingState: { ...state({ required, autocomplete: 'section-billing billing address-level1' }), when },
  billingPostalCode: {
    ...zipIn('billingState', { required, autocomplete: 'section-billing billing postal-code' }),
    when,
  },
  yearsInBusiness: { ...years(4), caution: 'yearNotYears' },
  employeeCount: count(6),
  annualSalesAmount: { ...money, sensitive: 'sealed' },
  expectedPurchaseAmount: money,
  internetGambling: yesNo,
  internetBasedBusiness: yesNo,
  guarantorId: { type: 'person', rules: [{ kind: 'invalid' }, { kind: 'guarantorRead' }] },
});

export type ApplicationAnswers = AnswersOf<typeof applicationFields>;
export type ApplicationKey = keyof typeof applicationFields;
