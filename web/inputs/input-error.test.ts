import { describe, expect, test } from 'vitest';
import { en } from '../../copy/en/en.ts';
import type { RecordName } from '../../form/fields/form.ts';
import { fieldsOf, formWith } from '../../form/fields/form.ts';
import type { RuleContext } from '../../form/rules/rule.ts';
import { parseTyped, validateAnswer } from '../../form/validation/validate.ts';
import type { AskedField } from './input-error.ts';
import { inputError, refusedError } from './input-error.ts';

const context = {
  today: '2026-03-01',
  record: {},
  unclaimedShare: 100_00,
  otherSsns: [],
  isIndustry: () => true,
  guarantorRequired: true,
};

/** Returns a field of a form; by default, of the base form. */
function asked(record: RecordName, key: string, form = formWith({})): AskedField {
  const field = fieldsOf(form, record)[key];
  if (!field) throw new Error(`There is no field ${record}.${key}`);
  return { record, key, field };
}

/** Returns the error that the page shows for a typed answer; undefined if the answer is valid. */
function said(asked: AskedField, typed: string, beside: Partial<RuleContext> = {}) {
  const { field, key } = asked;
  const fieldError = validateAnswer(field, key, parseTyped(field, typed), { ...context, ...beside });
  return fieldError && inputError(en, asked, fieldError, typed);
}

describe('the words of an error', () => {
  test('are the rule’s message and the field’s fix', () => {
    const error = said(asked('application', 'businessName'), '');
    expect(error).toEqual({ message: 'Required Field', fix: 'Enter your legal business name.' });
  });

  test('contain the rule’s fix, with its limit, if the field has none', () => {
    expect(said(asked('application', 'addressPostalCode'), '123')?.fix).toBe('Enter all 5 digits.');
    expect(said(asked('application', 'businessName'), 'x'.repeat(31))?.fix).toBe('Shorten your answer.');
    expect(said(asked('application', 'annualSalesAmount'), '1000000000')?.fix).toBe(
      'Enter 999,999,999 or less.',
    );
    expect(said(asked('owner', 'percentageOwned'), '24')?.fix).toBe(
      'Check this share, or remove this owner.',
    );
  });

  test('keep the specification’s plural if a program sets a limit of 1', () => {
    const form = formWith({
      'application.dba': { maxLength: 1 },
      'application.yearsInBusiness': { maxLength: 1 },
    });
    expect(said(asked('application', 'dba', form), 'ab')).toEqual({
      // The message must equal the specification's, letter for letter (D8).
      message: 'Must be less than 1 characters',
      fix: 'Shorten your answer.',
    });
    expect(said(asked('application', 'yearsInBusiness', form), '12')?.fix).toBe(
      'Check the number. It has too many digits.',
    );
  });
});

describe('a Social Security number', () => {
  const otherSsns = ['123456789'];
  const refused = { field: 'ssn', rule: 'ssn', message: 'Invalid Field' };
  const shared = {
    message: 'Invalid Field',
    fix: 'Two people have the same Social Security number. Check both.',
  };
  const ssn = asked('owner', 'ssn');

  test.each(['123-45-678', '1234567890', 'none'])('that is incomplete asks for all digits: %s', (typed) => {
    const error = said(ssn, typed, { otherSsns });
    const digits = { message: 'Invalid Field', fix: 'Enter all 9 digits.' };
    expect(error).toEqual(digits);
    expect(refusedError(en, ssn, refused, typed)).toEqual(digits);
  });

  test('that someone else has says so, on the page and from the server', () => {
    const error = said(ssn, '123-45-6789', { otherSsns });
    expect(error).toEqual(shared);
    expect(refusedError(en, ssn, refused, '123-45-6789')).toEqual(shared);
  });

  test('that is stored but refused on submit is one that someone else has', () => {
    expect(refusedError(en, ssn, refused, '')).toEqual(shared);
  });
});

describe('a date that does not exist', () => {
  test.each([
    ['13/4/1986', 'month'],
    ['4/33/1986', 'day'],
    ['4/28/86', 'year'],
    ['2/30/1986', 'date'],
  ])('%s names the part to fix: %s', (typed, part) => {
    const error = said(asked('applicant', 'dateOfBirth'), typed);
    expect(error?.part).toBe(part);
    expect(error?.message).toBe('Invalid Field');
  });

  test('has no wrong part if the date exists but is refused', () => {
    const error = said(asked('applicant', 'dateOfBirth'), '4/28/2020');
    expect(error).toEqual({
      message: 'Must be at least 18 years old',
      fix: 'Check your date of birth.',
    });
  });
});
