/**
 * Tests the exact wording of messages and error texts. This file repeats the wording because the contract fixes it exactly (spec
 * sections 5 and 8, D8).
 */
import { describe, expect, test } from 'vitest';
import type { Rule, RuleKind } from '../form/rules/rule.ts';
import type { ErrorArea } from './copy.ts';
import { en } from './en/en.ts';
import { errorText, fill, limitsOf, ruleMessage } from './sentences.ts';

const { areas: areaTexts, page: pageError } = en.errors;
const details = { state: 'TX', unclaimedShare: 33_34 };

const ruleMessages: { readonly [K in RuleKind]: readonly [Extract<Rule, { kind: K }>, string] } = {
  required: [{ kind: 'required' }, 'Required Field'],
  invalid: [{ kind: 'invalid' }, 'Invalid Field'],
  minAge: [{ kind: 'minAge', min: 18 }, 'Must be at least 18 years old'],
  minLength: [{ kind: 'minLength', min: 5 }, 'Must be at least 5 characters'],
  maxLength: [{ kind: 'maxLength', max: 30 }, 'Must be less than 30 characters'],
  minValue: [{ kind: 'minValue', min: 25 }, 'Must be at least 25'],
  maxValue: [{ kind: 'maxValue', max: 999_999_999 }, 'Must be less than 999999999'],
  email: [{ kind: 'email' }, 'Invalid email address'],
  phone: [{ kind: 'phone' }, 'Invalid phone number'],
  numeric: [{ kind: 'numeric' }, 'Invalid Field'],
  digits: [{ kind: 'digits', count: 5 }, 'Invalid Field'],
  taxId: [{ kind: 'taxId' }, 'Invalid Federal Tax ID'],
  ssn: [{ kind: 'ssn' }, 'Invalid Field'],
  state: [{ kind: 'state' }, 'Invalid State'],
  postalCodeForState: [
    { kind: 'postalCodeForState', state: 'addressState' },
    'Postal Code is not valid for TX',
  ],
  noPoBox: [{ kind: 'noPoBox' }, 'P.O. Boxes are not allowed'],
  industryCode: [{ kind: 'industryCode' }, 'Invalid Field'],
  notInFuture: [{ kind: 'notInFuture' }, 'Date must be today or in the past'],
  notInPast: [{ kind: 'notInPast' }, 'Date must be today or in the future'],
  ownerMinimum: [{ kind: 'ownerMinimum', min: 25 }, 'Percentage owned must be at lease 25%'],
  totalOwnership: [
    { kind: 'totalOwnership' },
    'Total percentage owned by all owners must not exceed 100%. Unclaimed owner percentage: 33.34%',
  ],
  fileRequired: [{ kind: 'fileRequired' }, 'Document is required to continue'],
  agreementRead: [
    { kind: 'agreementRead' },
    'Please click the agreement link and review the terms before continuing',
  ],
  agreeRequired: [{ kind: 'agreeRequired' }, 'Please select agree to continue.'],
  guarantorRead: [{ kind: 'guarantorRead' }, 'Please click the checkbox before continuing'],
};

test.each(Object.entries(ruleMessages))('the message of %s', (_kind, [rule, message]) => {
  expect(ruleMessage(en, { rule, details })).toBe(message);
});

test('every rule has a fix, whose limits the rule fills in', () => {
  expect(Object.keys(en.fixes.rules).sort()).toEqual(Object.keys(ruleMessages).sort());
  for (const [kind, [rule]] of Object.entries(ruleMessages)) {
    expect(fill(en, en.fixes.rules[kind as RuleKind], limitsOf(rule))).not.toMatch(/[{}]/);
  }
});

test('the text before a loss names the answers that will be lost', () => {
  expect(en.losses.owners).toMatch(/owners.*we’ll remove the owners you entered/);
});

describe('fill', () => {
  test.each([
    ['{a} and {b}', { a: '1', b: '2' }, '1 and 2'],
    ['{a} {a}', { a: '1' }, '1 1'],
    ['{a} and {other}', { a: '1' }, '1 and {other}'],
    ['{a digit} of {b digit}', { a: '1', b: '1,001' }, '1 digit of 1,001 digits'],
    ['{other digit}', { a: '1' }, '{other digit}'],
    ['{a}', { a: '{b}', b: '2' }, '{b}'],
    ['{a}', { a: '$& $1' }, '$& $1'],
    ['{constructor} {toString}', {}, '{constructor} {toString}'],
  ])('%s with %j is %s', (text, values, filled) => {
    expect(fill(en, text, values as Readonly<Record<string, string>>)).toBe(filled);
  });
});

test('titles, the default message and the page error', () => {
  expect(areaTexts.domain.title).toBe('Domain Error');
  expect(en.errors.invalidDomainTitle).toBe('Invalid Domain');
  expect(areaTexts.createApplication.title).toBe('Application Error');
  expect(areaTexts.domain.message).toBe('There was an error processing your request.');
  expect(pageError.title).toBe('It looks like something went wrong');
  expect(pageError.advice).toMatch(/visit your local merchant/i);
});

describe('the alert of a failed call', () => {
  const unauthorized =
    'Session has time out and application has become invalid. Please start application over by going to demo.localhost/apply';
  const notMapped = 'Unable to find program mapped to URL [demo.localhost]';

  interface Texts {
    readonly title: string;
    readonly message: string;
    readonly invalid: string;
    readonly other: string;
    readonly missing: string;
  }
  const expected: Readonly<Record<ErrorArea, Texts>> = {
    domain: {
      title: 'Domain Error',
      message: 'There was an error processing your request.',
      invalid: notMapped,
      other: 'Unable to fetch programs from the server',
      missing: notMapped,
    },
    createApplication: {
      title: 'Application Error',
      message: 'Unable to create application',
      invalid: 'Could not save application, invalid data',
      other: 'Error saving application data',
      missing: 'Could not save application, missing information',
    },
    saveApplication: {
      title: 'Application Error',
      message: 'Unfortunately, you application in unable to be saved at this time',
      invalid: 'Could not save application, invalid data',
      other: 'Error saving application data',
      missing: 'Could not save application, missing information',
    },
    submission: {
      title: 'Application Error',
      message:
        'Unfortunately, your application in unable to be processed at this time, please try again later',
      invalid: 'Could not submit application, invalid data',
      other: 'Error submitting application',
      missing: 'Could not submit application, application not found',
    },
    document: {
      title: 'Application Error',
      message: 'There was an error processing your request.',
      invalid: 'Could not upload document, invalid request',
      other: 'Error uploading document',
      missing: 'Could not upload document, application not found',
    },
    personnelSave: {
      title: 'Application Error',
      message: 'There was an error processing your request.',
      invalid: 'Could not save personnel, invalid data',
      other: 'Error saving personnel data',
      missing: 'Could not save personnel, missing information',
    },
    personnelRemove: {
      title: 'Application Error',
      message: 'There was an error processing your request.',
      invalid: 'Could not remove personnel, invalid request',
      other: 'Error removing personnel',
      missing: 'Could not remove personnel, they do not exist',
    },
  };

  const areas = Object.entries(expected) as [ErrorArea, Texts][];

  test.each(areas)('%s: title and message', (area, { title, message }) => {
    expect(areaTexts[area].title).toBe(title);
    expect(areaTexts[area].message).toBe(message);
  });

  test.each(areas)('%s: the subtitle by status (D8)', (area, { invalid, other, missing }) => {
    const subtitle = (status: number | null) => errorText(en, area, status, 'demo.localhost');
    expect([401, 403].map(subtitle)).toEqual([unauthorized, unauthorized]);
    expect([400, 404].map(subtitle)).toEqual([invalid, invalid]);
    expect([0, 409, 412, 413, 415, 422, 429, 500, 503].map(subtitle)).toEqual(Array(9).fill(other));
    expect(subtitle(null)).toBe(missing);
  });
});
