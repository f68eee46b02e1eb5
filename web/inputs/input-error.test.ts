import { describe, expect, test } from 'vitest';
import { applicationFields } from '../../form/application.ts';
import type { Field } from '../../form/field.ts';
import { judgeAnswer, readTyped } from '../../form/judge.ts';
import { applicantFields, ownerFields } from '../../form/personnel.ts';
import { errorText, inputError } from './input-error.ts';

const context = {
  today: '2026-03-01',
  record: {},
  unclaimedShare: 100_00,
  otherSsns: [],
  isIndustry: () => true,
  guarantorRequired: true,
};

/** What the page says about a typed answer; undefined where it is fine. */
function said(field: Field, typed: string) {
  const problem = judgeAnswer(field, 'answer', readTyped(field, typed), context);
  return problem && inputError(field, problem, typed);
}

describe('the words of a problem', () => {
  test('are the catalogue’s message and the sentence of the field', () => {
    const error = said(applicationFields.businessName, '');
    expect(error && errorText(error)).toBe('Required Field. Enter your legal business name.');
  });

  test('are the rule’s own sentence, with its limit, where the field has none', () => {
    expect(said(applicationFields.businessName, 'x'.repeat(31))?.repair).toBe('Use 30 characters or fewer.');
    expect(said(applicationFields.annualSalesAmount, '1000000000')?.repair).toBe(
      'Enter 999,999,999 or less.',
    );
    expect(said(ownerFields.percentageOwned, '24')?.repair).toBe('List only people who own 25% or more.');
  });

  test('end a message that has a full stop of its own with one full stop', () => {
    expect(errorText({ message: 'Please select agree to continue.', repair: 'Tick the box.' })).toBe(
      'Please select agree to continue. Tick the box.',
    );
  });
});

describe('a date that is none', () => {
  test.each([
    ['13/4/1986', 'month'],
    ['4/33/1986', 'day'],
    ['4/28/86', 'year'],
    ['2/30/1986', 'date'],
  ])('%s names the part to mend: %s', (typed, part) => {
    const error = said(applicantFields.dateOfBirth, typed);
    expect(error?.part).toBe(part);
    expect(error?.message).toBe('Invalid Field');
  });

  test('has no wrong part where it is a day, only one that is refused', () => {
    const error = said(applicantFields.dateOfBirth, '4/28/2020');
    expect(error).toEqual({
      message: 'Must be at least 18 years old',
      repair: 'You must be 18 or older to apply.',
    });
  });
});
