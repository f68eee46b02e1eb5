/**
 * The fields of the people of an application: the applicant, beneficial owners, authorized users (spec section 3).
 * `{name}` stands for the person, so that one declaration asks for each of them.
 */
import type { AnswersOf } from './field.ts';
import { declareFields } from './field.ts';
import { housingStatuses } from './lists/housing-statuses.ts';
import { ownersAreAsked } from './lists/organization-types.ts';
import { city, state, street, zipIn } from './patterns/address.ts';
import { choice } from './patterns/choices.ts';
import { email, phone } from './patterns/contact.ts';
import { dateOfBirth, ssn } from './patterns/identity.ts';
import { count, money, share } from './patterns/numbers.ts';
import { personName, text } from './patterns/text.ts';

/** Share from which a person is a beneficial owner, in percent (spec section 9). */
export const ownerThreshold = 25;

const ssnHelp =
  'Banks must check who you are by law. We use this number to do it and may use it to look at your credit.';
const theirSsnHelp = 'Banks must check who each owner is by law. We use this number to do it.';
const streetHelp = 'Banks must record a street address by law.';
const phoneHint = '10 digits, like 202-555-0123';
const emailHint = 'Like name@example.com';
const yearsHint = 'Whole years, 0 if less than one';
const homeRepair = { poBoxAllowed: false, boxRepair: 'Enter the street address of the home.' } as const;

export const applicantFields = declareFields({
  fullName: personName({
    label: 'Your full legal name',
    hint: 'First, middle if any, and last',
    help: 'Use the name on your ID.',
    required: 'Enter your full name.',
    autocomplete: 'name',
  }),
  ssn: ssn({
    label: 'Social Security number',
    hint: '9 digits, like 123-45-6789',
    help: ssnHelp,
    required: 'Enter your Social Security number.',
  }),
  dateOfBirth: dateOfBirth({
    label: 'Date of birth',
    hint: 'Month, day and year, like 4 28 1986',
    help: 'You must be at least 18. We use this to check who you are.',
    required: 'Enter your date of birth.',
    tooYoung: 'You must be 18 or older to apply.',
    autocomplete: 'bday',
  }),
  occupation: text(
    {
      label: 'Job title',
      hint: 'Up to 100 characters',
      help: 'The work you do now, such as owner or manager.',
      required: 'Enter the work you do.',
      autocomplete: 'organization-title',
    },
    100,
  ),
  addressLine: street(
    {
      label: 'Home street address',
      hint: 'No P.O. boxes',
      help: `Where you live now. ${streetHelp}`,
      required: 'Enter the street address of your home.',
      autocomplete: 'section-home address-line1',
    },
    { poBoxAllowed: false, boxRepair: 'Enter the street address of your home.' },
  ),
  addressCity: city({
    label: 'Home city',
    required: 'Enter the city of your home.',
    autocomplete: 'section-home address-level2',
  }),
  addressState: state({
    label: 'Home state',
    required: 'Pick the state of your home.',
    autocomplete: 'section-home address-level1',
  }),
  addressPostalCode: zipIn('addressState', {
    label: 'Home ZIP code',
    hint: '5 digits',
    required: 'Enter the ZIP code of your home.',
    autocomplete: 'section-home postal-code',
  }),
  percentageOwned: {
    ...share({
      label: 'How much of the business do you own?',
      hint: 'Percent, 0 to 100',
      help: 'Your share today. At 25 or more you count as an owner.',
      required: 'Enter your share in percent, 0 if none.',
    }),
    asked: ownersAreAsked,
  },
  email: email({
    label: 'Your email',
    hint: emailHint,
    help: 'We send your confirmation email here. Check it with care.',
    required: 'Enter your email.',
    autocomplete: 'email',
  }),
  phoneNumber: phone({
    label: 'Your mobile or main phone',
    hint: phoneHint,
    help: 'We call only if we have a question about this form.',
    required: 'Enter your phone number.',
    autocomplete: 'tel',
  }),
  yearsAtResidence: count(
    {
      label: 'Years at this home',
      hint: yearsHint,
      help: 'Count from the date you moved in.',
      required: 'Enter how many years you have lived there.',
    },
    3,
  ),
  housingStatus: choice(
    {
      label: 'Do you rent or own your home?',
      help: 'Choose “Other” if you live with family or do not pay for housing.',
      required: 'Choose one.',
    },
    housingStatuses,
  ),
  grossAnnualIncome: money(
    {
      label: 'Your yearly income, in US dollars',
      hint: 'Whole dollars, before taxes',
      help: 'Add pay and other income. You need not list alimony, child support or separate maintenance unless you want us to count it.',
      required: 'Enter your income of one year.',
    },
    'sealed',
  ),
  monthlyHousingPayment: money(
    {
      label: 'Monthly housing payment, in US dollars',
      hint: 'Whole dollars, 0 if none',
      help: 'Your rent or house loan each month. Leave out power and phone bills.',
      required: 'Enter what you pay each month, 0 if none.',
    },
    'sealed',
  ),
});

export const ownerFields = declareFields({
  fullName: personName({
    label: 'Owner’s full legal name',
    hint: 'First, middle if any, and last',
    help: 'Use the name on the owner’s ID.',
    required: 'Enter the owner’s full name.',
    autocomplete: 'off',
  }),
  ssn: ssn({
    label: '{name}’s Social Security number',
    hint: '9 digits, like 123-45-6789',
    help: theirSsnHelp,
    required: 'Enter the owner’s Social Security number.',
  }),
  dateOfBirth: dateOfBirth({
    label: '{name}’s date of birth',
    hint: 'Month, day and year, like 4 28 1986',
    help: 'Each owner must be at least 18. We use this to check who they are.',
    required: 'Enter the owner’s date of birth.',
    tooYoung: 'Each owner must be 18 or older.',
    autocomplete: 'off',
  }),
  occupation: text(
    {
      label: '{name}’s job title',
      hint: 'Up to 100 characters',
      help: 'The work this person does now, such as owner or manager.',
      required: 'Enter the work this owner does.',
      autocomplete: 'off',
    },
    100,
  ),
  addressLine: street(
    {
      label: '{name}’s home street address',
      hint: 'No P.O. boxes',
      help: `Where this owner lives now. ${streetHelp}`,
      required: 'Enter the street address of the owner’s home.',
      autocomplete: 'off',
    },
    homeRepair,
  ),
  addressCity: city({
    label: '{name}’s home city',
    required: 'Enter the city of the owner’s home.',
    autocomplete: 'off',
  }),
  addressState: state({
    label: '{name}’s home state',
    required: 'Pick the state of the owner’s home.',
    autocomplete: 'off',
  }),
  addressPostalCode: zipIn('addressState', {
    label: '{name}’s home ZIP code',
    hint: '5 digits',
    required: 'Enter the ZIP code of the owner’s home.',
    autocomplete: 'off',
  }),
  percentageOwned: share(
    {
      label: 'How much does {name} own?',
      hint: 'Percent, 25 to 100',
      help: 'All shares together cannot pass 100.',
      required: 'Enter this owner’s share in percent.',
    },
    ownerThreshold,
  ),
  email: email({
    label: '{name}’s email',
    hint: emailHint,
    help: 'How the bank can reach this owner.',
    required: 'Enter the owner’s email.',
    autocomplete: 'off',
  }),
  phoneNumber: phone({
    label: '{name}’s mobile or main phone',
    hint: phoneHint,
    help: 'The bank calls only if it has a question about this form.',
    required: 'Enter the owner’s phone number.',
    autocomplete: 'off',
  }),
  yearsAtResidence: count(
    {
      label: '{name}’s years at this home',
      hint: yearsHint,
      help: 'Count from the date this owner moved in.',
      required: 'Enter how many years the owner has lived there.',
    },
    3,
  ),
  housingStatus: choice(
    {
      label: 'Does {name} rent or own the home?',
      help: 'Choose “Other” for someone who lives with family or does not pay for housing.',
      required: 'Choose one.',
    },
    housingStatuses,
  ),
});

export const authorizedUserFields = declareFields({
  fullName: personName({
    label: 'Card user’s full legal name',
    hint: 'First, middle if any, and last',
    help: 'This name is printed on the card.',
    required: 'Enter the card user’s full name.',
    autocomplete: 'off',
  }),
  ssn: ssn({
    label: '{name}’s Social Security number (optional)',
    hint: '9 digits if you give it',
    help: 'It helps us tell apart two people with the same name.',
    required: false,
  }),
  dateOfBirth: dateOfBirth({
    label: '{name}’s date of birth',
    hint: 'Month, day and year, like 4 28 1986',
    help: 'Each card user must be at least 18.',
    required: 'Enter the card user’s date of birth.',
    tooYoung: 'Each card user must be 18 or older.',
    autocomplete: 'off',
  }),
  addressLine: street(
    {
      label: '{name}’s home street address',
      hint: 'No P.O. boxes',
      help: `Where this person lives now. ${streetHelp}`,
      required: 'Enter the street address of the card user’s home.',
      autocomplete: 'off',
    },
    homeRepair,
  ),
  addressCity: city({
    label: '{name}’s home city',
    required: 'Enter the city of the card user’s home.',
    autocomplete: 'off',
  }),
  addressState: state({
    label: '{name}’s home state',
    required: 'Pick the state of the card user’s home.',
    autocomplete: 'off',
  }),
  addressPostalCode: zipIn('addressState', {
    label: '{name}’s home ZIP code',
    hint: '5 digits',
    required: 'Enter the ZIP code of the card user’s home.',
    autocomplete: 'off',
  }),
});

export type ApplicantAnswers = AnswersOf<typeof applicantFields>;
export type OwnerAnswers = AnswersOf<typeof ownerFields>;
export type AuthorizedUserAnswers = AnswersOf<typeof authorizedUserFields>;
