/** The advice for each broken rule, shown before the rule's message (D8). */
import type { Copy } from '../copy.ts';

export const fixes = {
  /** The advice for each rule, for fields that have no advice of their own about that rule. */
  rules: {
    required: 'Answer this question.',
    invalid: 'Check what you typed. Use only letters, numbers, and common punctuation.',
    minAge: 'Check the date of birth.',
    minLength: 'Use {min character} or more.',
    maxLength: 'Shorten your answer.',
    minValue: 'Enter {min} or more.',
    maxValue: 'Enter {max} or less.',
    email: 'Enter an email address like name@example.com.',
    phone: 'Enter all 10 digits of a US number, like 202-555-0123.',
    numeric: 'Use whole numbers only, like 12.',
    digits: 'Enter all {count digit}.',
    taxId: 'Enter all 9 digits.',
    ssn: 'Enter all 9 digits.',
    state: 'Choose one of the 50 states or DC.',
    postalCodeForState: 'Check the ZIP code and the state.',
    noPoBox: 'Enter a street address.',
    industryCode: 'Choose an industry from the list.',
    notInFuture: 'Enter today’s date or an earlier one.',
    notInPast: 'Enter today’s date or a later one.',
    ownerMinimum: 'Check this share, or remove this owner.',
    totalOwnership: 'Lower this share or change another one.',
    fileRequired: 'Upload a photo or a PDF, or provide the document later.',
    agreementRead: 'Open the agreement and read it first.',
    agreeRequired: 'Check the box to agree.',
    guarantorRead: 'Check your answer.',
  },
  /** The advice if another person has the same Social Security number (D2). */
  sharedSsn: 'Two people have the same Social Security number. Check both.',
  /** The advice, keyed by a date's first wrong part, or by `date` if the month lacks the day (design brief, section 2.2). */
  dateParts: {
    month: 'Enter the month as a number from 1 to 12.',
    day: 'Enter the day as a number from 1 to 31.',
    year: 'Enter all 4 digits of the year.',
    date: 'That date doesn’t exist. Check the month, day, and year.',
  },
};

export const cautions: Copy['cautions'] = {
  einPrefix: 'EINs don’t start with {prefix}. Check your IRS letter.',
  ssnNotIssued: 'This isn’t a valid Social Security number. Check it.',
  ssnIsItin: 'This looks like an ITIN, not a Social Security number. Check it.',
  yearNotYears: 'Enter a number of years, not a year.',
};

export const losses: Copy['losses'] = {
  owners:
    'You don’t need to list owners for this business structure. If you save, we’ll remove the owners you entered.',
};
