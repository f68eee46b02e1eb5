import { describe, expect, test } from 'vitest';
import type { Overrides } from './form.ts';
import { baseForm, fieldsOf, formWith, overrideProblems } from './form.ts';
import { isAsked, isRequired, judgeAnswer, readTyped, readWire } from './judge.ts';
import { contextOf, messageFor } from './test-situations.ts';

test('without wishes the form of a program is the form', () => {
  expect(formWith({})).toEqual(baseForm);
});

describe('what a program may change (D13)', () => {
  /** The form of a program whose overrides the server has accepted. */
  function accepted(overrides: Overrides) {
    expect(overrideProblems(overrides)).toEqual([]);
    return formWith(overrides);
  }

  test('the words of a field, and of no other', () => {
    const words = { label: 'Name of your business', hint: 'As on your sign', help: 'Spell it in full.' };
    const form = accepted({ 'application.businessName': words });
    expect(form.application.businessName).toEqual({ ...baseForm.application.businessName, ...words });
    expect({ ...form.application, businessName: baseForm.application.businessName }).toEqual(
      baseForm.application,
    );
    expect(form.owner).toEqual(baseForm.owner);
  });

  test('a field that is not required can be hidden, and is then not asked', () => {
    const form = accepted({ 'application.dba': { hidden: true } });
    expect(isAsked(form.application.dba, { organizationType: 'llc' })).toBe(false);
    expect(isAsked(baseForm.application.dba, { organizationType: 'llc' })).toBe(true);
  });

  test('an optional field can be made required', () => {
    const form = accepted({
      'application.dba': { required: true, label: 'Trade name' },
      'authorizedUser.ssn': { required: true, label: 'Social Security number of {name}' },
    });
    expect(messageFor(baseForm.application.dba, '')).toBeNull();
    expect(messageFor(form.application.dba, '')).toBe('Required Field');
    expect(messageFor(form.authorizedUser.ssn, '')).toBe('Required Field');
    expect(messageFor(form.authorizedUser.ssn, '123456789')).toBeNull();
    expect(isRequired(form.application.dba)).toBe(true);
  });

  test('of a box made required only the tick is an answer', () => {
    const form = accepted({ 'disclosures.affiliates': { required: true, label: 'Share with affiliates' } });
    const judge = (answer: boolean | null) =>
      judgeAnswer(form.disclosures.affiliates, 'affiliates', answer, contextOf())?.message;
    expect([judge(true), judge(false), judge(null)]).toEqual([undefined, 'Required Field', 'Required Field']);
  });

  test('a limit can be tightened, and the message names the new one', () => {
    const form = accepted({
      'application.businessName': { maxLength: 10 },
      'application.yearsInBusiness': { maxLength: 3 },
      'application.expectedPurchaseAmount': { maxValue: 50_000 },
    });
    expect(messageFor(form.application.businessName, 'a'.repeat(10))).toBeNull();
    expect(messageFor(form.application.businessName, 'a'.repeat(11))).toBe('Must be less than 10 characters');
    expect(messageFor(form.application.yearsInBusiness, '1000')).toBe('Must be less than 3 characters');
    expect(messageFor(form.application.expectedPurchaseAmount, '50,000')).toBeNull();
    expect(messageFor(form.application.expectedPurchaseAmount, '50,001')).toBe('Must be less than 50000');
  });

  test('leaves the other rules of the field in force', () => {
    const form = accepted({ 'applicant.addressLine': { maxLength: 40, label: 'Street', hint: 'No boxes' } });
    expect(messageFor(form.applicant.addressLine, 'PO Box 12')).toBe('P.O. Boxes are not allowed');
    expect(messageFor(form.applicant.addressLine, '')).toBe('Required Field');
  });

  test('choices keep their options', () => {
    const form = accepted({ 'application.businessType': { label: 'Your trade' } });
    expect(readTyped(form.application.businessType, 'lawn')).toBe('lawn');
    expect(readWire(form.application.businessType, 'boats')).not.toBe('boats');
  });

  test('changes nothing where a switch says what is so already', () => {
    const same = {
      'application.dba': { hidden: false, required: false },
      'application.taxId': { required: true },
    };
    expect(accepted(same)).toEqual(baseForm);
  });
});

describe('what a program may not change is refused in words', () => {
  const refused: readonly (readonly [what: string, overrides: unknown, ...problems: string[]])[] = [
    ['no object', 'x', 'fields must be an object of overrides by field'],
    ['a list', [], 'fields must be an object of overrides by field'],
    ['null', null, 'fields must be an object of overrides by field'],
    ['a misspelt record', { 'aplication.dba': {} }, 'fields.aplication.dba: there is no such field'],
    ['a misspelt field', { 'application.dbaa': {} }, 'fields.application.dbaa: there is no such field'],
    ['a field alone', { dba: {} }, 'fields.dba: there is no such field'],
    ['a longer path', { 'application.dba.hint': {} }, 'fields.application.dba.hint: there is no such field'],
    [
      'inherited names',
      { 'application.toString': {}, 'constructor.name': {} },
      'fields.application.toString: there is no such field',
      'fields.constructor.name: there is no such field',
    ],
    ['a text for an override', { 'application.dba': 'x' }, 'fields.application.dba: must be an object'],
    ['null for an override', { 'application.dba': null }, 'fields.application.dba: must be an object'],
    [
      'another property',
      { 'application.dba': { kind: 'email' } },
      'fields.application.dba: kind cannot be changed; allowed are label, hint, help, minLength, maxLength, minValue, maxValue, hidden, required',
    ],
    [
      'a kind of rule that there is not',
      { 'application.dba': { pattern: '.*' } },
      'fields.application.dba: pattern cannot be changed; allowed are label, hint, help, minLength, maxLength, minValue, maxValue, hidden, required',
    ],
    ['an empty label', { 'application.dba': { label: ' ' } }, 'fields.application.dba: label must be a text'],
    [
      'a number for a hint',
      { 'application.dba': { hint: 5 } },
      'fields.application.dba: hint must be a text',
    ],
    [
      'a text for a switch',
      { 'application.dba': { hidden: 'yes' } },
      'fields.application.dba: hidden must be true or false',
    ],
    [
      'hiding a required field',
      { 'application.taxId': { hidden: true } },
      'fields.application.taxId: a required field cannot be hidden or made optional',
    ],
    [
      'making a required field optional',
      { 'applicant.ssn': { required: false } },
      'fields.applicant.ssn: a required field cannot be hidden or made optional',
    ],
    [
      'hiding a consent that is required',
      { 'disclosures.shareInformation': { hidden: true } },
      'fields.disclosures.shareInformation: a required field cannot be hidden or made optional',
    ],
    [
      'hiding the guarantor',
      { 'application.guarantorId': { hidden: true } },
      'fields.application.guarantorId: a required field cannot be hidden or made optional',
    ],
    [
      'hiding a part of the billing address, which must be whole once it is given',
      { 'application.billingState': { hidden: true } },
      'fields.application.billingState: is required once others are given, which cannot be changed',
    ],
    [
      'asking for a billing address always, which those with the same address could never give',
      { 'application.billingCity': { required: true } },
      'fields.application.billingCity: is required once others are given, which cannot be changed',
    ],
    [
      'hiding what it requires',
      { 'application.dba': { hidden: true, required: true, label: 'Trade name' } },
      'fields.application.dba: a hidden field cannot be required',
    ],
    [
      'requiring what the label calls optional',
      { 'application.dba': { required: true } },
      'fields.application.dba: a required field needs a label without “(optional)”',
    ],
    [
      'a looser limit',
      { 'application.businessName': { maxLength: 31 } },
      'fields.application.businessName: maxLength may only be tightened (now 30)',
    ],
    [
      'a looser amount',
      { 'application.annualSalesAmount': { maxValue: 1_000_000_000 } },
      'fields.application.annualSalesAmount: maxValue may only be tightened (now 999999999)',
    ],
    [
      'a limit that the field does not have',
      { 'application.taxId': { maxLength: 5 } },
      'fields.application.taxId: maxLength is no limit of this field',
    ],
    [
      'a limit as a text',
      { 'application.dba': { maxLength: '20' } },
      'fields.application.dba: maxLength must be a whole number above 0',
    ],
    [
      'a limit that no answer meets',
      { 'application.dba': { maxLength: 0 } },
      'fields.application.dba: maxLength must be a whole number above 0',
    ],
    [
      'a limit with decimals',
      { 'application.dba': { maxLength: 20.5 } },
      'fields.application.dba: maxLength must be a whole number above 0',
    ],
    [
      'several things at once, a line each',
      { 'application.dba': { hint: '', maxLength: 51 }, 'owner.nobody': {} },
      'fields.application.dba: hint must be a text',
      'fields.application.dba: maxLength may only be tightened (now 50)',
      'fields.owner.nobody: there is no such field',
    ],
  ];

  test.each(refused)('%s', (_what, overrides, ...problems) => {
    expect(overrideProblems(overrides)).toEqual(problems);
  });
});

test('a change of hints cannot reach other records of the same key', () => {
  const form = formWith({ 'owner.fullName': { hint: 'As on the passport' } });
  expect(fieldsOf(form, 'owner')['fullName']?.hint).toBe('As on the passport');
  expect(fieldsOf(form, 'applicant')['fullName']?.hint).toBe('First, middle if any, and last');
});
