/** The words of the fields of the business, of the disclosures, and of the questions of the flow. */
import { personMinutes } from '../../form/flow/progress.ts';
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
    help: 'We verify this name. Spell it exactly as it appears on your tax forms.',
    fixes: { required: 'Enter your legal business name.' },
  },
  dba: {
    label: 'Trade name or DBA (optional)',
    hint: 'What customers call you, if different',
    help: 'DBA stands for “doing business as.” It’s the name your customers see, if it’s different from your legal name.',
  },
  taxId: {
    label: 'Federal tax ID (EIN)',
    hint: '9 digits, like 12-3456789',
    help: 'The IRS assigned this number to your business. You’ll find it on your IRS letter or tax return. We use it to verify your business.',
    fixes: { required: 'Enter the 9 digits of your federal tax ID.' },
    variants: {
      ssn: {
        label: 'Federal tax ID (your Social Security number)',
        hint: likeSsn,
        help: 'Many sole proprietors have no EIN. You can use your Social Security number. We use it to verify your business.',
        fixes: { required: 'Enter your Social Security number.' },
      },
    },
  },
  taxIdKind: {
    label: 'Type of federal tax ID (optional)',
    box: 'I don’t have an EIN. I’ll use my Social Security number.',
    help: 'Many sole proprietors have no EIN. You can use your Social Security number.',
    options: taxIdKinds,
  },
  naicsCode: {
    label: 'Industry',
    hint: 'Search by word or 6-digit code',
    help: 'Choose your main line of business. Try a plain word, like “lawn.”',
    fixes: { required: 'Choose the industry that fits best.' },
  },
  email: {
    label: 'Business email',
    hint: likeEmail,
    help: 'We use this email to contact your business.',
    fixes: { required: 'Enter your business email.' },
  },
  businessType: {
    label: 'What does your business mainly sell or do?',
    help: 'Choose the closest match. It helps us understand your business.',
    options: businessTypes,
    fixes: { required: 'Choose the closest match.' },
  },
  organizationType: {
    label: 'Business structure',
    help: 'How your business is set up. Check your state filing or last tax return.',
    options: organizationTypes,
    fixes: { required: 'Choose your business structure.' },
  },
  addressLine: {
    label: 'Business street address',
    hint: noBoxes,
    help: 'Use the address where you do business. By law, we need a street address.',
    fixes: {
      required: 'Enter the street address where you do business.',
      noPoBox: 'Enter the street address where you do business.',
    },
  },
  ...cityStateZip('Business'),
  billingAddressLine: {
    label: 'Billing street address',
    help: 'A P.O. box is fine here.',
    fixes: { required: 'Enter the billing street address or P.O. box.' },
  },
  billingCity: { label: 'Billing city', fixes: { required: 'Enter the billing city.' } },
  billingState: { label: 'Billing state', fixes: { required: 'Choose the billing state.' } },
  billingPostalCode: {
    label: 'Billing ZIP code',
    hint: digits,
    fixes: { required: 'Enter the billing ZIP code.' },
  },
  yearsInBusiness: {
    label: 'Years in business',
    hint: wholeYears,
    help: 'Count from the date your business started.',
    fixes: { required: 'Enter how many years you’ve been in business.', maxLength: fewerDigits },
  },
  employeeCount: {
    label: 'Number of employees',
    hint: 'Full-time and part-time',
    help: 'Count everyone on your payroll now. Include yourself if you’re on it.',
    fixes: { required: 'Enter your number of employees.', maxLength: fewerDigits },
  },
  annualSalesAmount: {
    label: 'Yearly sales',
    hint: 'Whole US dollars, before expenses',
    help: 'Count all sales in your last full year. If your business is new, give your best guess for this year.',
    fixes: { required: 'Enter your yearly sales.', numeric: wholeDollars },
  },
  expectedPurchaseAmount: {
    label: 'Expected yearly purchases',
    hint: 'With this card, in whole US dollars',
    help: 'About how much you plan to spend with this card in a year. Your best guess is fine.',
    fixes: { required: 'Estimate how much you plan to spend in a year.', numeric: wholeDollars },
  },
  internetGambling: {
    label: 'Is your business involved in internet gambling?',
    help: 'We ask every business. It helps us follow a federal rule.',
    before: 'Answer yes if you take bets online or handle money for online bets.',
    yes: 'We may ask you more about this later',
    no: 'No more questions about this',
    fixes: { required: yesOrNo },
  },
  internetBasedBusiness: {
    label: 'Is your business run mainly online?',
    help: 'If it’s about half and half, go by last year’s sales.',
    before: 'Answer yes if you make most of your sales online, not in person or by phone.',
    yes: 'We may ask about your online sales',
    no: 'No more questions about this',
    fixes: { required: yesOrNo },
  },
  guarantorId: { label: 'Personal guarantee' },
};

export const disclosures: FieldsCopy['disclosures'] = {
  shareInformation: {
    label: 'I have read this and I agree',
    help: 'This page lists who gets your answers and why. You need to agree to continue.',
    fixes: { required: 'Check the box to agree.' },
  },
  affiliates: {
    label: 'Share my details with your affiliates so they can send me their own offers (optional)',
    help: 'This includes what you told us about the business. It won’t affect your application.',
  },
  authority: {
    label: 'Are you at least 18, living in the US, and authorized to act for the business?',
    help: 'You’re authorized if you can take on debt for the business.',
    before: 'You’ll sign for the business, and the business must pay for purchases made with the card.',
    needed: 'To apply, all three must be true.',
    yes: 'You can apply online',
    noEnds: 'You can’t apply online',
    fixes: { required: yesOrNo },
  },
  noOtherOwners: {
    label: 'No one else owns 25% or more',
    help: 'Check this box if every owner of 25% or more is listed.',
    fixes: { required: 'Check the box if this is true, or add another owner.' },
  },
};

export const questions: FieldsCopy['questions'] = {
  billingSame: {
    label: 'Is your billing address the same as your business address?',
    help: 'Your billing address appears on the bills for this account.',
    yes: 'We’ll use it as your billing address',
    no: 'Next, we’ll ask for your billing address',
    fixes: { required: yesOrNo },
  },
  guarantor: {
    label: 'Will you personally guarantee this account?',
    help: 'If the business doesn’t pay, you must. That covers purchases, interest, fees, and collection costs.',
    before:
      'If you say yes and the business doesn’t pay, you must pay everything it owes on this account with your own money. There’s no limit.',
    needed: 'To get this card, your business needs a guarantee. Without one, you can’t apply online.',
    yes: 'You’ll pay if the business doesn’t',
    no: 'Continue without a guarantee',
    noEnds: 'You can’t apply online',
    fixes: { required: yesOrNo },
  },
  otherOwner: {
    label: 'Does anyone else own 25% or more of the business?',
    help: 'Count shares that people own through another company, too.',
    before: 'By law, banks must keep a record of everyone who owns 25% or more.',
    yes: `Adds about ${counted(personMinutes.owner, 'minute')} for each owner`,
    no: 'You’ll certify that no one else does',
    fixes: { required: yesOrNo },
  },
  anotherOwner: {
    label: 'Do you want to add another owner?',
    before: `Each additional owner takes about ${counted(personMinutes.owner, 'minute')}.`,
    yes: 'Add another owner',
    fixes: { required: yesOrNo },
  },
  authorizedUser: {
    label: 'Does anyone else need a card?',
    help: 'Add employees or others who buy for the business.',
    before: 'Anyone with a card can make purchases, and the business pays.',
    yes: `Adds about ${counted(personMinutes.user, 'minute')} for each card user`,
    no: 'Only you need a card',
    fixes: { required: yesOrNo },
  },
  anotherUser: {
    label: 'Do you want to add another card user?',
    before: `If that’s everyone who needs a card, press Next. Each additional card user takes about ${counted(personMinutes.user, 'minute')}.`,
    yes: 'Add another card user',
    fixes: { required: yesOrNo },
  },
};
