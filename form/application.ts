/** The fields of the business: `applicationData` on the wire (spec section 3, api). */
import type { AnswersOf } from './field.ts';
import { declareFields } from './field.ts';
import { businessTypes } from './lists/business-types.ts';
import { organizationTypes } from './lists/organization-types.ts';
import { city, state, street, zipIn } from './patterns/address.ts';
import { choice, industry, yesNo } from './patterns/choices.ts';
import { email } from './patterns/contact.ts';
import { taxId } from './patterns/identity.ts';
import { count, money } from './patterns/numbers.ts';
import { text } from './patterns/text.ts';

/** Once one of these is given, all are required; all empty means "same as business address" (D14). */
export const billingKeys = [
  'billingAddressLine',
  'billingCity',
  'billingState',
  'billingPostalCode',
] as const;

/** What a billing field needs, said with the sentence that asks for it. */
const onceBilling = (repair: string) => ({ repair, onceAnyOf: billingKeys });

export const applicationFields = declareFields({
  businessName: text(
    {
      label: 'Legal business name',
      hint: 'As shown on your tax forms, up to 30 characters',
      help: 'The bank checks this name. Spell it as on your tax papers.',
      required: 'Enter your legal business name.',
      autocomplete: 'organization',
    },
    30,
  ),
  dba: text(
    {
      label: 'Trade name, or “doing business as” (optional)',
      hint: 'Up to 50 characters',
      help: 'The name your customers see, if it is not the legal name.',
      required: false,
      autocomplete: 'off',
    },
    50,
  ),
  taxId: taxId({
    label: 'Federal tax ID (EIN)',
    hint: '9 digits, like 12-3456789',
    help: 'The IRS gave your business this number. Look on your IRS letter or tax return. The bank checks your business with it.',
    required: 'Enter the 9 digits of your federal tax ID.',
  }),
  naicsCode: industry({
    label: 'Industry',
    hint: 'Search by word or 6-digit code',
    help: 'Pick the line of work that earns you the most. Try a plain word, like “lawn”.',
    required: 'Choose the line of work that fits best.',
  }),
  email: email({
    label: 'Business email',
    hint: 'Like name@example.com',
    help: 'How the bank can reach the business.',
    required: 'Enter the email of the business.',
    autocomplete: 'work email',
  }),
  businessType: choice(
    {
      label: 'What does the business mainly sell or do?',
      help: 'Pick the closest match. It helps the bank know your trade.',
      required: 'Pick the closest match.',
    },
    businessTypes,
  ),
  organizationType: choice(
    {
      label: 'Legal form of the business',
      help: 'This is how you set up the business. Look on your state filing or last tax return.',
      required: 'Pick the legal form of the business.',
    },
    organizationTypes,
  ),
  addressLine: street(
    {
      label: 'Business street address',
      hint: 'No P.O. boxes',
      help: 'Use the place where you do business. Banks must record a street address by law.',
      required: 'Enter the street address where you do business.',
      autocomplete: 'section-business address-line1',
    },
    { poBoxAllowed: false, boxRepair: 'Enter the street address where you do business.' },
  ),
  addressCity: city({
    label: 'Business city',
    required: 'Enter the city of the business.',
    autocomplete: 'section-business address-level2',
  }),
  addressState: state({
    label: 'Business state',
    required: 'Pick the state of the business.',
    autocomplete: 'section-business address-level1',
  }),
  addressPostalCode: zipIn('addressState', {
    label: 'Business ZIP code',
    hint: '5 digits',
    required: 'Enter the ZIP code of the business.',
    autocomplete: 'section-business postal-code',
  }),
  billingAddressLine: street(
    {
      label: 'Billing street address',
      help: 'A P.O. box is fine here.',
      required: onceBilling('Enter the street address or P.O. box for bills.'),
      autocomplete: 'section-billing billing address-line1',
    },
    { poBoxAllowed: true },
  ),
  billingCity: city({
    label: 'Billing city',
    required: onceBilling('Enter the city for bills.'),
    autocomplete: 'section-billing billing address-level2',
  }),
  billingState: state({
    label: 'Billing state',
    required: onceBilling('Pick the state for bills.'),
    autocomplete: 'section-billing billing address-level1',
  }),
  billingPostalCode: zipIn('billingState', {
    label: 'Billing ZIP code',
    hint: '5 digits',
    required: onceBilling('Enter the ZIP code for bills.'),
    autocomplete: 'section-billing billing postal-code',
  }),
  yearsInBusiness: count(
    {
      label: 'Years in business',
      hint: 'Whole years, 0 if less than one',
      help: 'Count from the date the business began.',
      required: 'Enter how many years the business has run.',
    },
    4,
  ),
  employeeCount: count(
    {
      label: 'Number of employees',
      hint: 'Count full-time and part-time',
      help: 'Count each person on your payroll now. Count yourself if you are paid.',
      required: 'Enter how many people work in the business.',
    },
    6,
  ),
  annualSalesAmount: money(
    {
      label: 'Yearly sales, in US dollars',
      hint: 'Whole dollars, before costs',
      help: 'Use your last full year. If you are new, use your best guess for this year.',
      required: 'Enter the sales of one year.',
    },
    'sealed',
  ),
  expectedPurchaseAmount: money({
    label: 'Expected purchases, in US dollars',
    hint: 'Whole dollars',
    help: 'About how much you plan to buy with this card. A good guess is fine.',
    required: 'Enter about how much you plan to buy.',
  }),
  internetGambling: yesNo({
    label: 'Does the business take part in internet gambling?',
    help: 'Federal rules make banks ask this of each business.',
    required: 'Choose yes or no.',
  }),
  internetBasedBusiness: yesNo({
    label: 'Is the business run mainly on the internet?',
    help: 'Say yes if most of your sales are made online.',
    required: 'Choose yes or no.',
  }),
  guarantorId: {
    kind: 'person',
    label: 'Personal guarantee',
    rules: [{ kind: 'invalid' }, { kind: 'guarantorRead' }],
  },
});

export type ApplicationAnswers = AnswersOf<typeof applicationFields>;
export type ApplicationKey = keyof typeof applicationFields;
