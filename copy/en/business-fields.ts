/** The words of the fields of the business, of the disclosures, and of the questions of the flow. */
import { personMinutes } from '../../form/flow/estimates.ts';
import type { FieldsCopy } from '../copy.ts';
import { counted } from './counted.ts';
import { businessTypes, organizationTypes, taxIdKinds } from './lists.ts';
import {
  cityStateZip,
  digits,
  fewerDigits,
  likeEmail,
  likeSsn,
  noBoxes,
  wholeDollars,
  wholeYears,
  yesOrNo,
} from './shared-field-words.ts';

export const application: FieldsCopy['application'] = {
  businessName: {
    label: 'Legal business name',
    hint: 'As shown on your tax forms',
    help: 'The bank checks this name. Spell it the way it appears on your tax documents.',
    fixes: { required: 'Enter your legal business name.' },
  },
  dba: {
    label: 'Trade name, or “doing business as” (optional)',
    hint: 'What customers call you, if different',
    help: 'The name your customers see, if it is not the legal name.',
  },
  taxId: {
    label: 'Federal tax ID (EIN)',
    hint: '9 digits, like 12-3456789',
    help: 'The IRS gave your business this number. Look on your IRS letter or tax return. The bank uses it to check your business.',
    fixes: { required: 'Enter the 9 digits of your federal tax ID.' },
    variants: {
      ssn: {
        label: 'Federal tax ID (your Social Security number)',
        hint: likeSsn,
        help: 'Many sole proprietors have no EIN. You can use your Social Security number. The bank uses it to check your business.',
        fixes: { required: 'Enter your Social Security number.' },
      },
    },
  },
  taxIdKind: {
    label: 'Kind of federal tax ID (optional)',
    box: 'I don’t have an EIN. I’ll use my Social Security number.',
    help: 'Many sole proprietors have no EIN. You can use your Social Security number.',
    options: taxIdKinds,
  },
  naicsCode: {
    label: 'Industry',
    hint: 'Search by word or 6-digit code',
    help: 'Pick the line of work that earns you the most. Try a plain word, like “lawn”.',
    fixes: { required: 'Choose the line of work that fits best.' },
  },
  email: {
    label: 'Business email',
    hint: likeEmail,
    help: 'How the bank can reach the business.',
    fixes: { required: 'Enter your business email.' },
  },
  businessType: {
    label: 'What does the business mainly sell or do?',
    help: 'Pick the closest match. It helps the bank understand your business.',
    options: businessTypes,
    fixes: { required: 'Pick the closest match.' },
  },
  organizationType: {
    label: 'Business structure',
    help: 'How your business is set up. Look on your state filing or last tax return.',
    options: organizationTypes,
    fixes: { required: 'Pick your business structure.' },
  },
  addressLine: {
    label: 'Business street address',
    hint: noBoxes,
    help: 'Use the place where you do business. By law, the bank needs a street address.',
    fixes: {
      required: 'Enter the street address where you do business.',
      noPoBox: 'Enter the street address where you do business.',
    },
  },
  ...cityStateZip('Business', 'your business'),
  billingAddressLine: {
    label: 'Billing street address',
    help: 'A P.O. box is fine here.',
    fixes: { required: 'Enter the street address or P.O. box where bills should go.' },
  },
  billingCity: { label: 'Billing city', fixes: { required: 'Enter the city where bills should go.' } },
  billingState: { label: 'Billing state', fixes: { required: 'Pick the state where bills should go.' } },
  billingPostalCode: {
    label: 'Billing ZIP code',
    hint: digits,
    fixes: { required: 'Enter the ZIP code where bills should go.' },
  },
  yearsInBusiness: {
    label: 'Years in business',
    hint: wholeYears,
    help: 'Count from the date the business began.',
    fixes: { required: 'Enter how many years you have been in business.', maxLength: fewerDigits },
  },
  employeeCount: {
    label: 'Number of employees',
    hint: 'Count full-time and part-time',
    help: 'Count each person on your payroll now. Count yourself if you are paid.',
    fixes: { required: 'Enter how many people work in the business.', maxLength: fewerDigits },
  },
  annualSalesAmount: {
    label: 'Yearly sales, in US dollars',
    hint: 'Whole dollars, before costs',
    help: 'Use your last full year. If you are new, use your best guess for this year.',
    fixes: { required: 'Enter your sales for one year.', numeric: wholeDollars },
  },
  expectedPurchaseAmount: {
    label: 'Expected purchases, in US dollars',
    hint: 'Whole dollars, for one year',
    help: 'About how much you plan to buy with this card in a year. A good guess is fine.',
    fixes: { required: 'Enter about how much you plan to buy in a year.', numeric: wholeDollars },
  },
  internetGambling: {
    label: 'Does the business take part in internet gambling?',
    help: 'Federal rules make banks ask this of each business.',
    before: 'Say yes if it takes bets online, or handles money for them.',
    yes: 'You go on. The bank may ask you more about it',
    no: 'You go on. There is nothing more to add',
    fixes: { required: yesOrNo },
  },
  internetBasedBusiness: {
    label: 'Is the business run mainly on the internet?',
    help: 'If it is about half and half, go by last year’s sales.',
    before: 'Say yes if most of your sales are made online, and not in person or by phone.',
    yes: 'You go on. The bank may ask about your online sales',
    no: 'You go on. There is nothing more to add',
    fixes: { required: yesOrNo },
  },
  guarantorId: { label: 'Personal guarantee' },
};

export const disclosures: FieldsCopy['disclosures'] = {
  shareInformation: {
    label: 'I have read this and I agree',
    help: 'We list who gets your answers and why. You must agree to go on.',
    fixes: { required: 'Check the box to agree.' },
  },
  affiliates: {
    label: 'Share my details with your affiliates so they can send me their own offers (optional)',
    help: 'This is your choice. It does not change your application.',
  },
  authority: {
    label: 'Are you at least 18, do you live in the US, and do you have authority to act for the business?',
    help: 'Authority means that you can sign for debts of the business. If you say no, you cannot go on. Your local merchant can help.',
    before: 'You sign for the business. The business must pay for what is bought with the card.',
    needed: 'You need all three to continue here.',
    yes: 'You go on, and apply for the business',
    noEnds: 'The application ends here',
    fixes: { required: yesOrNo },
  },
  noOtherOwners: {
    label: 'No one else owns 25% or more',
    help: 'Check this box if every owner of 25% or more is listed.',
    fixes: { required: 'Check the box if this is true, or add the owner.' },
  },
};

export const questions: FieldsCopy['questions'] = {
  billingSame: {
    label: 'Is your billing address the same as your business address?',
    help: 'Where bills for the account should go.',
    yes: 'Bills go to your business address',
    no: 'You tell us next where bills should go',
    fixes: { required: yesOrNo },
  },
  guarantor: {
    label: 'Will you guarantee this account?',
    help: 'If the business does not pay, you must pay from your own money. If a guarantee is required and you say no, you cannot go on.',
    before: 'If the business does not pay, you must.',
    needed: 'This card needs it: without it you cannot go on here.',
    yes: 'I will pay if the business does not',
    no: 'Go on without a guarantee',
    noEnds: 'The application ends here',
    fixes: { required: yesOrNo },
  },
  otherOwner: {
    label: 'Does anyone else own 25% or more?',
    help: 'Federal rules require banks to record each person who owns 25% or more.',
    before: 'Banks must record each person who owns 25% or more.',
    yes: `Adds about ${counted(personMinutes.owner, 'minute')} for each owner`,
    no: 'You certify that before you submit',
    fixes: { required: yesOrNo },
  },
  anotherOwner: {
    label: 'Do you want to add another owner?',
    before: `Does someone else own 25% or more? Federal rules require banks to record each one. It adds about ${counted(personMinutes.owner, 'minute')}. If not, check the box and press Next.`,
    yes: 'Add another owner',
    fixes: { required: yesOrNo },
  },
  authorizedUser: {
    label: 'Should anyone else have a card?',
    help: 'This person may buy with the account. The business pays. You can skip this.',
    before: 'Anyone with a card can buy with it. The business pays.',
    yes: `Adds about ${counted(personMinutes.user, 'minute')} for each person`,
    no: 'Only you get a card',
    fixes: { required: yesOrNo },
  },
  anotherUser: {
    label: 'Do you want to add another card user?',
    before: `If this is everyone who should have a card, press Next. Another person adds about ${counted(personMinutes.user, 'minute')}.`,
    yes: 'Add another card user',
    fixes: { required: yesOrNo },
  },
};
