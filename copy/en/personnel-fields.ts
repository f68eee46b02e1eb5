/** The words of the fields of people. `{name}` stands for the person's name. */
import type { FieldsCopy } from '../copy.ts';
import { housingStatuses } from './lists.ts';
import {
  aShare,
  cityStateZip,
  likeDate,
  likeEmail,
  likePhone,
  likeSsn,
  nameParts,
  noBoxes,
  realDate,
  wholeDollars,
  wholeYears,
} from './shared-field-words.ts';

export const applicant: FieldsCopy['applicant'] = {
  fullName: {
    label: 'Your full legal name',
    hint: nameParts,
    help: 'Use the name on your ID.',
    fixes: { required: 'Enter your full name.' },
  },
  ssn: {
    label: 'Social Security number',
    hint: likeSsn,
    help: 'By law, banks must check who you are. We use this number to do it. We may also use it to look at your credit.',
    fixes: { required: 'Enter your Social Security number.' },
  },
  dateOfBirth: {
    label: 'Date of birth',
    hint: likeDate,
    help: 'You must be at least {min}. We use this to check who you are.',
    fixes: {
      required: 'Enter your date of birth.',
      invalid: realDate,
      minAge: 'You must be {min} or older to apply.',
    },
  },
  occupation: {
    label: 'Job title',
    help: 'The work you do now, such as owner or manager.',
    fixes: { required: 'Enter your job title.' },
  },
  addressLine: {
    label: 'Home street address',
    hint: noBoxes,
    help: 'Where you live now. By law, the bank needs a street address.',
    fixes: { required: 'Enter your home street address.', noPoBox: 'Enter your home street address.' },
  },
  ...cityStateZip('Home', 'your home'),
  percentageOwned: {
    label: 'How much of the business do you own?',
    hint: 'Percent, {min} to {max}',
    help: 'Your share today. At 25 or more you count as an owner.',
    fixes: { required: 'Enter your share in percent, 0 if none.', numeric: aShare },
  },
  email: {
    label: 'Your email',
    hint: likeEmail,
    help: 'We send your confirmation email here. Double-check it.',
    fixes: { required: 'Enter your email.' },
  },
  phoneNumber: {
    label: 'Your mobile or main phone number',
    hint: likePhone,
    help: 'We call or text you about this application and your account. We never call to sell you something.',
    fixes: { required: 'Enter your phone number.' },
  },
  yearsAtResidence: {
    label: 'Years at this home',
    hint: wholeYears,
    help: 'Count from the date you moved in.',
    fixes: {
      required: 'Enter how many years you have lived there.',
      maxLength: 'Enter how many years, not the year you moved in.',
    },
  },
  housingStatus: {
    label: 'Do you rent or own your home?',
    help: `Choose “${housingStatuses.other}” if you live with family or do not pay for housing.`,
    options: housingStatuses,
    fixes: { required: 'Choose one.' },
  },
  grossAnnualIncome: {
    label: 'Your yearly income, in US dollars',
    hint: 'Whole dollars, before taxes',
    byLaw: 'You need not list alimony, child support or separate maintenance unless you want us to count it.',
    help: 'Add up your pay and other income.',
    fixes: { required: 'Enter your income for one year.', numeric: wholeDollars },
  },
  monthlyHousingPayment: {
    label: 'Monthly housing payment, in US dollars',
    hint: 'Whole dollars, 0 if none',
    help: 'Your rent or mortgage each month. Leave out utilities.',
    fixes: { required: 'Enter what you pay each month, 0 if none.', numeric: wholeDollars },
  },
};

export const owner: FieldsCopy['owner'] = {
  fullName: {
    label: 'Owner’s full legal name',
    hint: nameParts,
    help: 'Use the name on the owner’s ID.',
    fixes: { required: 'Enter the owner’s full name.' },
  },
  ssn: {
    label: '{name}’s Social Security number',
    hint: likeSsn,
    help: 'By law, banks must check who each owner is. We use this number to do it.',
    fixes: { required: 'Enter the owner’s Social Security number.' },
  },
  dateOfBirth: {
    label: '{name}’s date of birth',
    hint: likeDate,
    help: 'Each owner must be at least {min}. We use this to check who they are.',
    fixes: {
      required: 'Enter the owner’s date of birth.',
      invalid: realDate,
      minAge: 'Each owner must be {min} or older.',
    },
  },
  occupation: {
    label: '{name}’s job title',
    help: 'The work this person does now, such as owner or manager.',
    fixes: { required: 'Enter the owner’s job title.' },
  },
  addressLine: {
    label: '{name}’s home street address',
    hint: noBoxes,
    help: 'Where this owner lives now. By law, the bank needs a street address.',
    fixes: {
      required: 'Enter the owner’s home street address.',
      noPoBox: 'Enter the street address of their home.',
    },
  },
  ...cityStateZip('{name}’s home', 'the owner’s home'),
  percentageOwned: {
    label: 'How much does {name} own?',
    hint: 'Percent, {min} to {max}',
    help: 'All shares together cannot be more than 100.',
    fixes: { required: 'Enter this owner’s share in percent.', numeric: aShare },
  },
  email: {
    label: '{name}’s email',
    hint: likeEmail,
    help: 'How the bank can reach this owner.',
    fixes: { required: 'Enter the owner’s email.' },
  },
  phoneNumber: {
    label: '{name}’s mobile or main phone number',
    hint: likePhone,
    help: 'The bank calls only if it has a question about this form.',
    fixes: { required: 'Enter the owner’s phone number.' },
  },
  yearsAtResidence: {
    label: '{name}’s years at this home',
    hint: wholeYears,
    help: 'Count from the date this owner moved in.',
    fixes: {
      required: 'Enter how many years the owner has lived there.',
      maxLength: 'Enter how many years, not the year this owner moved in.',
    },
  },
  housingStatus: {
    label: 'Does {name} rent or own the home?',
    help: `Choose “${housingStatuses.other}” for someone who lives with family or does not pay for housing.`,
    options: housingStatuses,
    fixes: { required: 'Choose one.' },
  },
};

export const authorizedUser: FieldsCopy['authorizedUser'] = {
  fullName: {
    label: 'Card user’s full legal name',
    hint: nameParts,
    help: 'This name is printed on the card.',
    fixes: { required: 'Enter the card user’s full name.' },
  },
  ssn: {
    label: '{name}’s Social Security number (optional)',
    hint: '9 digits if you give it',
    help: 'It helps us tell apart two people with the same name.',
  },
  dateOfBirth: {
    label: '{name}’s date of birth',
    hint: likeDate,
    help: 'Each card user must be at least {min}.',
    fixes: {
      required: 'Enter the card user’s date of birth.',
      invalid: realDate,
      minAge: 'Each card user must be {min} or older.',
    },
  },
  addressLine: {
    label: '{name}’s home street address',
    hint: noBoxes,
    help: 'Where this person lives now. By law, the bank needs a street address.',
    fixes: {
      required: 'Enter the card user’s home street address.',
      noPoBox: 'Enter the street address of their home.',
    },
  },
  ...cityStateZip('{name}’s home', 'the card user’s home'),
};
