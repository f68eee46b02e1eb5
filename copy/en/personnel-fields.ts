/** The words of the fields of people. `{name}` stands for the person's name. */
import type { FieldsCopy } from '../copy.ts';
import { housingStatuses } from './lists.ts';
import {
  aShare,
  birthFixes,
  cityStateZip,
  likeDate,
  likeEmail,
  likePhone,
  likeSsn,
  nameParts,
  noBoxes,
  wholeDollars,
  wholeYears,
} from './shared-field-words.ts';

export const applicant: FieldsCopy['applicant'] = {
  fullName: {
    label: 'Your full legal name',
    hint: nameParts,
    help: 'Use your name as it appears on your ID.',
    fixes: { required: 'Enter your full name.' },
  },
  ssn: {
    label: 'Social Security number',
    hint: likeSsn,
    help: 'By law, banks must verify your identity. We use this number to do so, and we may use it to check your credit.',
    fixes: { required: 'Enter your Social Security number.' },
  },
  dateOfBirth: {
    label: 'Date of birth',
    hint: likeDate,
    help: 'We use your date of birth to verify your identity. You must be at least {min}.',
    fixes: birthFixes('your'),
  },
  occupation: {
    label: 'Job title',
    help: 'Your current role, such as owner or manager.',
    fixes: { required: 'Enter your job title.' },
  },
  addressLine: {
    label: 'Home street address',
    hint: noBoxes,
    help: 'Where you live now. By law, we need a street address.',
    fixes: { required: 'Enter your home street address.', noPoBox: 'Enter your home street address.' },
  },
  ...cityStateZip('Home'),
  percentageOwned: {
    label: 'How much of the business do you own?',
    hint: 'Percent, {min} to {max}',
    help: 'Your share as of today. If it’s 25% or more, we’ll list you as an owner.',
    fixes: { required: 'Enter your share as a percentage, or 0 if none.', numeric: aShare },
  },
  email: {
    label: 'Your email',
    hint: likeEmail,
    help: 'We’ll send your confirmation email here. Double-check the address.',
    fixes: { required: 'Enter your email.' },
  },
  phoneNumber: {
    label: 'Your mobile or primary phone number',
    hint: likePhone,
    help: 'We may call or text you about this application and your account. We won’t call or text to sell you anything.',
    fixes: { required: 'Enter your phone number.' },
  },
  yearsAtResidence: {
    label: 'Years at your current home',
    hint: wholeYears,
    help: 'Count from the date you moved in.',
    fixes: {
      required: 'Enter the number of years, or 0 if less than one.',
      maxLength: 'Enter how many years, not the year you moved in.',
    },
  },
  housingStatus: {
    label: 'Do you rent or own your home?',
    help: `Choose “${housingStatuses.other}” if you neither rent nor own the home you live in.`,
    options: housingStatuses,
    fixes: { required: 'Choose one.' },
  },
  grossAnnualIncome: {
    label: 'Your yearly income',
    hint: 'Whole US dollars, before taxes',
    byLaw:
      'You don’t have to include income from alimony, child support, or separate maintenance payments unless you want us to count it.',
    help: 'Add up your pay and other income.',
    fixes: { required: 'Enter your yearly income.', numeric: wholeDollars },
  },
  monthlyHousingPayment: {
    label: 'Monthly housing payment',
    hint: 'Whole US dollars, or 0 if none',
    help: 'Your monthly rent or mortgage payment. Leave out utilities.',
    fixes: { required: 'Enter what you pay each month, or 0 if none.', numeric: wholeDollars },
  },
};

export const owner: FieldsCopy['owner'] = {
  fullName: {
    label: 'Owner’s full legal name',
    hint: nameParts,
    help: 'Use the owner’s name as it appears on their ID.',
    fixes: { required: 'Enter the owner’s full name.' },
  },
  ssn: {
    label: '{name}’s Social Security number',
    hint: likeSsn,
    help: 'By law, banks must verify each owner’s identity. We use this number to do so.',
    fixes: { required: 'Enter {name}’s Social Security number.' },
  },
  dateOfBirth: {
    label: '{name}’s date of birth',
    hint: likeDate,
    help: 'We use this date to verify the owner’s identity. Each owner must be at least {min}.',
    fixes: birthFixes('{name}’s'),
  },
  occupation: {
    label: '{name}’s job title',
    help: 'This owner’s current role, such as partner or manager.',
    fixes: { required: 'Enter {name}’s job title.' },
  },
  addressLine: {
    label: '{name}’s home street address',
    hint: noBoxes,
    help: 'Where this owner lives now. By law, we need a street address.',
    fixes: {
      required: 'Enter {name}’s home street address.',
      noPoBox: 'Enter {name}’s home street address.',
    },
  },
  ...cityStateZip('{name}’s home'),
  percentageOwned: {
    label: 'How much of the business does {name} own?',
    hint: 'Percent, {min} to {max}',
    help: 'Shares can’t add up to more than 100%.',
    fixes: { required: 'Enter {name}’s share as a percentage.', numeric: aShare },
  },
  email: {
    label: '{name}’s email',
    hint: likeEmail,
    help: 'We use this email to contact this owner.',
    fixes: { required: 'Enter {name}’s email.' },
  },
  phoneNumber: {
    label: '{name}’s mobile or primary phone number',
    hint: likePhone,
    help: 'We’ll call only if we have a question about this application. We won’t use automated calls or texts.',
    fixes: { required: 'Enter {name}’s phone number.' },
  },
  yearsAtResidence: {
    label: 'How long has {name} lived at their current home?',
    hint: wholeYears,
    help: 'Count from the date this owner moved in.',
    fixes: {
      required: 'Enter the number of years, or 0 if less than one.',
      maxLength: 'Enter how many years, not the year this owner moved in.',
    },
  },
  housingStatus: {
    label: 'Does {name} rent or own their home?',
    help: `Choose “${housingStatuses.other}” for someone who neither rents nor owns their home.`,
    options: housingStatuses,
    fixes: { required: 'Choose one.' },
  },
};

export const authorizedUser: FieldsCopy['authorizedUser'] = {
  fullName: {
    label: 'Card user’s full legal name',
    hint: nameParts,
    help: 'This name goes on the card if you’re approved.',
    fixes: { required: 'Enter the card user’s full name.' },
  },
  ssn: {
    label: '{name}’s Social Security number (optional)',
    hint: likeSsn,
    help: 'This number helps us confirm who this person is.',
  },
  dateOfBirth: {
    label: '{name}’s date of birth',
    hint: likeDate,
    help: 'Each card user must be at least {min}.',
    fixes: birthFixes('{name}’s'),
  },
  addressLine: {
    label: '{name}’s home street address',
    hint: noBoxes,
    help: 'Where this person lives now. We need a street address.',
    fixes: {
      required: 'Enter {name}’s home street address.',
      noPoBox: 'Enter {name}’s home street address.',
    },
  },
  ...cityStateZip('{name}’s home'),
};
