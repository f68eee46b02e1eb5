/**
 * Every message and error text of the product: the spec's, letter for letter, its misspellings included (D8), and
 * after them our own plain sentences that say how to mend a thing.
 */
import { documentsPerApplication } from './document-limits.ts';
import { percentText } from './kinds/numbers.ts';
import type { Rule, RuleContext, RuleKind } from './rules/rule.ts';

const invalid = 'Invalid Field';

/** The spec's message for each rule (section 5); rules without a text of their own say "Invalid Field". */
const messages: Readonly<Record<RuleKind, string>> = {
  required: 'Required Field',
  invalid,
  minAge: 'Must be at least {min} years old',
  minLength: 'Must be at least {min} characters',
  maxLength: 'Must be less than {max} characters',
  minValue: 'Must be at least {min}',
  maxValue: 'Must be less than {max}',
  email: 'Invalid email address',
  phone: 'Invalid phone number',
  numeric: invalid,
  digits: invalid,
  taxId: 'Invalid Federal Tax ID',
  ssn: invalid,
  state: 'Invalid State',
  postalCodeForState: 'Postal Code is not valid for {state}',
  noPoBox: 'P.O. Boxes are not allowed',
  industryCode: invalid,
  notInFuture: 'Date must be today or in the past',
  notInPast: 'Date must be today or in the future',
  ownerMinimum: 'Percentage owned must be at lease {min}%',
  totalOwnership:
    'Total percentage owned by all owners must not exceed 100%. Unclaimed owner percentage: {max}%',
  fileRequired: 'Document is required to continue',
  agreementRead: 'Please click the agreement link and review the terms before continuing',
  agreeRequired: 'Please select agree to continue.',
  guarantorRead: 'Please click the checkbox before continuing',
};

/** The message of a failed rule with its limits filled in; `{max}` and `{min}` are bare digits (D8). */
export function ruleMessage(rule: Rule, context: Pick<RuleContext, 'record' | 'unclaimedShare'>): string {
  const values: Record<string, string> = {
    min: 'min' in rule ? String(rule.min) : '',
    max: 'max' in rule ? String(rule.max) : percentText(Math.max(0, context.unclaimedShare)),
    state: rule.kind === 'postalCodeForState' ? String(context.record[rule.state] ?? '') : '',
  };
  return fill(messages[rule.kind], values);
}

/** Replaces `{key}` by its value; an unknown key stays as it is. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    Object.hasOwn(values, key) ? (values[key] ?? whole) : whole,
  );
}

/** What to do about a failed rule where the field has no sentence of its own. */
export const repairs: Readonly<Record<RuleKind, string>> = {
  required: 'Give an answer.',
  invalid: 'Check what you typed and use plain letters and numbers.',
  minAge: 'You must be {min} or older.',
  minLength: 'Use {min} characters or more.',
  maxLength: 'Use {max} characters or fewer.',
  minValue: 'Enter {min} or more.',
  maxValue: 'Enter {max} or less.',
  email: 'Enter an address like name@example.com.',
  phone: 'Enter all 10 digits of a US number, like 202-555-0123.',
  numeric: 'Use whole numbers only, like 12.',
  digits: 'Enter all {count} digits.',
  taxId: 'Enter all 9 digits.',
  ssn: 'Enter all 9 digits. Each person has a different number.',
  state: 'Pick one of the 50 states or DC.',
  postalCodeForState: 'Check the ZIP code and the state.',
  noPoBox: 'Enter a street address.',
  industryCode: 'Pick a line of work from the list.',
  notInFuture: 'Enter a date that has already been.',
  notInPast: 'Enter a date that is still to come.',
  ownerMinimum: 'List only people who own {min}% or more.',
  totalOwnership: 'Lower this share or change another one.',
  fileRequired: 'Add a photo or a file, or send it later.',
  agreementRead: 'Open it and read it first.',
  agreeRequired: 'Tick the box to agree.',
  guarantorRead: 'Answer yes to go on.',
};

/** What is wrong with one part of a date, said instead of the general repair (design brief, date of birth). */
export const dateRepairs = {
  month: 'Enter the month as a number from 1 to 12.',
  day: 'Enter the day as a number from 1 to 31.',
  year: 'Enter all 4 digits of the year.',
  date: 'That month does not have that day. Check the day and the month.',
} as const;

/** Parts of the product that have error texts of their own (spec section 8). */
export type ErrorArea =
  | 'domain'
  | 'createApplication'
  | 'saveApplication'
  | 'submission'
  | 'document'
  | 'personnelSave'
  | 'personnelRemove';

/** Titles of the modal alert. */
export const alertTitles = {
  domain: 'Domain Error',
  invalidDomain: 'Invalid Domain',
  application: 'Application Error',
} as const;

export const defaultMessage = 'There was an error processing your request.';

/** The page error: what it says, and the advice that goes with it. */
export const pageError = {
  title: 'It looks like something went wrong',
  advice: 'Please visit your local merchant for help with your application.',
} as const;

/** Where the session is over; `{hostname}` is the host that the person is on. */
export const unauthorized =
  'Session has time out and application has become invalid. Please start application over by going to {hostname}/apply';

/** What an alert says: its title, a message of the area, and below it one of the others by status. */
interface AreaTexts {
  readonly title: string;
  /** What could not be done; the same whatever the reason. */
  readonly message: string;
  /** 400 and 404. */
  readonly invalid: string;
  /** Anything else but 401 and 403. */
  readonly other: string;
  /** Where the page holds no id that it could send. */
  readonly missing: string;
}

/** Section 8's texts, its fragments made sentences by D8. */
export const areaTexts: Readonly<Record<ErrorArea, AreaTexts>> = {
  domain: {
    title: alertTitles.domain,
    message: defaultMessage,
    invalid: 'Unable to find program mapped to URL [{hostname}]',
    other: 'Unable to fetch programs from the server',
    missing: 'Unable to find program mapped to URL [{hostname}]',
  },
  createApplication: {
    title: alertTitles.application,
    message: 'Unable to create application',
    invalid: 'Could not save application, invalid data',
    other: 'Error saving application data',
    missing: 'Could not save application, missing information',
  },
  saveApplication: {
    title: alertTitles.application,
    message: 'Unfortunately, you application in unable to be saved at this time',
    invalid: 'Could not save application, invalid data',
    other: 'Error saving application data',
    missing: 'Could not save application, missing information',
  },
  submission: {
    title: alertTitles.application,
    message: 'Unfortunately, your application in unable to be processed at this time, please try again later',
    invalid: 'Could not submit application, invalid data',
    other: 'Error submitting application',
    missing: 'Could not submit application, application not found',
  },
  document: {
    title: alertTitles.application,
    message: defaultMessage,
    invalid: 'Could not upload document, invalid request',
    other: 'Error uploading document',
    missing: 'Could not upload document, application not found',
  },
  personnelSave: {
    title: alertTitles.application,
    message: defaultMessage,
    invalid: 'Could not save personnel, invalid data',
    other: 'Error saving personnel data',
    missing: 'Could not save personnel, missing information',
  },
  personnelRemove: {
    title: alertTitles.application,
    message: defaultMessage,
    invalid: 'Could not remove personnel, invalid request',
    other: 'Error removing personnel',
    missing: 'Could not remove personnel, they do not exist',
  },
};

/**
 * The alert's subtitle for a failed call by area and status (spec section 8, D8): 401 and 403 the unauthorized one,
 * 400 and 404 the area's invalid one, anything else its default. `null` stands for "no id to send".
 */
export function errorText(area: ErrorArea, status: number | null, hostname: string): string {
  const texts = areaTexts[area];
  const text =
    status === null
      ? texts.missing
      : status === 401 || status === 403
        ? unauthorized
        : status === 400 || status === 404
          ? texts.invalid
          : texts.other;
  return fill(text, { hostname });
}

/** Why an uploaded paper cannot be used (D29), in words for the person who chose it. */
export const documentRefusals = {
  empty: 'The file is empty. Choose another one.',
  too_many: `You can send ${documentsPerApplication} files at most. Remove one to add another.`,
  too_large: 'The file must be 10 MB or smaller.',
  unknown_type: 'The file must be a PDF, JPEG or PNG.',
  encrypted_pdf: 'The file is protected by a password. Take the password off, or send a photo.',
  active_pdf: 'The file has scripts or actions in it. Print it to a new PDF, or send a photo.',
  pdf_with_files: 'The file has other files inside. Print it to a new PDF, or send a photo.',
  broken_pdf: 'The file cannot be opened. Save it again, or send a photo.',
  broken_image: 'The picture cannot be opened. Take it again, or choose another file.',
  image_too_large: 'The picture has too many pixels. Take it again at a smaller size.',
  unreadable: 'The file takes too long to read. Save it again, or send a photo.',
  infected: 'The file did not pass our virus check. Choose another one.',
  failed: 'The file could not be uploaded. Try again.',
} as const;

export type DocumentRefusal = keyof typeof documentRefusals;
