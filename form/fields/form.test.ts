import { describe, expect, test } from 'vitest';
import { contextOf, messageFor, stateOf } from '../../tests/support/application-states.ts';
import { parseTyped, parseWire, validateAnswer } from '../validation/validate.ts';
import { isAsked, isRequired } from './field.ts';
import type { Overrides } from './form.ts';
import { baseForm, formWith, overrideErrors } from './form.ts';

test('without overrides the form of a program is the default form', () => {
  expect(formWith({})).toEqual(baseForm);
});

describe('the changes that a program may make (D13)', () => {
  /** Returns the form of a program with these overrides. Fails if the server would refuse the overrides. */
  function accepted(overrides: Overrides) {
    expect(overrideErrors(overrides)).toEqual([]);
    return formWith(overrides);
  }

  test('the limits of one field', () => {
    const form = accepted({ 'application.businessName': { maxLength: 20 } });
    expect(form.application.businessName).not.toEqual(baseForm.application.businessName);
    expect({ ...form.application, businessName: baseForm.application.businessName }).toEqual(
      baseForm.application,
    );
    expect(form.owner).toEqual(baseForm.owner);
    expect(form.application.businessName.rules).toEqual([
      { kind: 'required' },
      { kind: 'invalid' },
      { kind: 'maxLength', max: 20 },
    ]);
  });

  test('a field that is not required can be hidden, and is then not asked', () => {
    const form = accepted({ 'application.dba': { hidden: true } });
    expect(isAsked(form.application.dba, stateOf({ form }))).toBe(false);
    expect(isAsked(baseForm.application.dba, stateOf())).toBe(true);
  });

  test('an optional field can be made required', () => {
    const form = accepted({
      'application.dba': { required: true },
      'authorizedUser.ssn': { required: true },
    });
    expect(messageFor(baseForm.application.dba, '')).toBeNull();
    expect(messageFor(form.application.dba, '')).toBe('Required Field');
    expect(messageFor(form.authorizedUser.ssn, '')).toBe('Required Field');
    expect(messageFor(form.authorizedUser.ssn, '123456789')).toBeNull();
    expect(isRequired(form.application.dba)).toBe(true);
    expect(messageFor(form.application.dba, 'a'.repeat(51))).toBe('Must be less than 50 characters');
    expect(messageFor(form.authorizedUser.ssn, '12345678')).toBe('Invalid Field');
  });

  test('a checkbox made required can only be ticked', () => {
    const form = accepted({ 'disclosures.affiliates': { required: true } });
    const validate = (answer: boolean | null) =>
      validateAnswer(form.disclosures.affiliates, 'affiliates', answer, contextOf())?.rule.kind;
    expect([validate(true), validate(false), validate(null)]).toEqual([undefined, 'required', 'required']);
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

  test('a limit can be set where the field has none, after its own rules', () => {
    const form = accepted({
      'application.dba': { minLength: 3 },
      'application.employeeCount': { minValue: 2, maxValue: 500 },
    });
    expect(messageFor(form.application.dba, '')).toBeNull();
    expect(messageFor(form.application.dba, 'ab')).toBe('Must be at least 3 characters');
    expect(messageFor(form.application.dba, 'abc')).toBeNull();
    expect(messageFor(form.application.employeeCount, '1')).toBe('Must be at least 2');
    expect(messageFor(form.application.employeeCount, '501')).toBe('Must be less than 500');
    expect(messageFor(form.application.employeeCount, 'few')).toBe('Invalid Field');
  });

  test('a limit can be 1, repeat the default, and equal the opposite limit', () => {
    const form = accepted({
      'application.businessName': { maxLength: 30 },
      'application.dba': { minLength: 20, maxLength: 20 },
      'application.email': { maxLength: 60 },
      'application.yearsInBusiness': { minValue: 1, maxLength: 1 },
      'applicant.grossAnnualIncome': { minValue: 5, maxValue: 5 },
    });
    expect(messageFor(form.application.dba, 'a'.repeat(20))).toBeNull();
    expect(messageFor(form.application.email, `${'a'.repeat(60)}@b.example`)).toBe(
      'Must be less than 60 characters',
    );
    expect(messageFor(form.application.yearsInBusiness, '1')).toBeNull();
    expect(messageFor(form.application.yearsInBusiness, '0')).toBe('Must be at least 1');
    expect(messageFor(form.applicant.grossAnnualIncome, '5')).toBeNull();
  });

  test('leaves the other rules of the field in force', () => {
    const form = accepted({ 'applicant.addressLine': { maxLength: 40 } });
    expect(messageFor(form.applicant.addressLine, 'PO Box 12')).toBe('P.O. Boxes are not allowed');
    expect(messageFor(form.applicant.addressLine, '')).toBe('Required Field');
  });

  test('choices keep their options', () => {
    const form = accepted({ 'application.businessType': { hidden: false } });
    expect(parseTyped(form.application.businessType, 'lawn')).toBe('lawn');
    expect(parseWire(form.application.businessType, 'boats')).not.toBe('boats');
  });

  test('changes nothing if an override repeats the default', () => {
    const same = {
      'application.dba': { hidden: false, required: false },
      'application.taxId': { required: true },
    };
    expect(accepted(same)).toEqual(baseForm);
  });
});

describe('a change that a program may not make is refused with a reason', () => {
  const refused: readonly (readonly [what: string, overrides: unknown, ...errors: string[]])[] = [
    ['no object', 'x', 'fields must be an object of overrides by field'],
    ['a list', [], 'fields must be an object of overrides by field'],
    ['null', null, 'fields must be an object of overrides by field'],
    ['a misspelled record', { 'aplication.dba': {} }, 'fields.aplication.dba: there is no such field'],
    ['a misspelled field', { 'application.dbaa': {} }, 'fields.application.dbaa: there is no such field'],
    ['a field alone', { dba: {} }, 'fields.dba: there is no such field'],
    ['a longer path', { 'application.dba.hint': {} }, 'fields.application.dba.hint: there is no such field'],
    [
      'inherited names',
      { 'application.toString': {}, 'constructor.name': {} },
      'fields.application.toString: there is no such field',
      'fields.constructor.name: there is no such field',
    ],
    ['a text, not an override', { 'application.dba': 'x' }, 'fields.application.dba: must be an object'],
    ['null, not an override', { 'application.dba': null }, 'fields.application.dba: must be an object'],
    [
      'another property',
      { 'application.dba': { kind: 'email' } },
      'fields.application.dba: kind cannot be changed; allowed are minLength, maxLength, minValue, maxValue, hidden, required',
    ],
    [
      'a kind of rule that does not exist',
      { 'application.dba': { pattern: '.*' } },
      'fields.application.dba: pattern cannot be changed; allowed are minLength, maxLength, minValue, maxValue, hidden, required',
    ],
    [
      'a text in place of true or false',
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
      'hiding a part of the billing address, which must be complete or empty',
      { 'application.billingState': { hidden: true } },
      'fields.application.billingState: is required once others are given, which cannot be changed',
    ],
    [
      'requiring a billing address, although people with the same address cannot enter one',
      { 'application.billingCity': { required: true } },
      'fields.application.billingCity: is required once others are given, which cannot be changed',
    ],
    [
      'hiding a field that the same override requires',
      { 'application.dba': { hidden: true, required: true } },
      'fields.application.dba: a hidden field cannot be required',
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
      'a minimum length above the maximum length',
      { 'application.dba': { minLength: 21, maxLength: 20 } },
      'fields.application.dba: minLength is more than maxLength',
    ],
    [
      'a minimum value above the maximum value',
      { 'applicant.percentageOwned': { minValue: 101 } },
      'fields.applicant.percentageOwned: minValue is more than maxValue',
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
      'several problems at once, with one line for each',
      { 'application.dba': { hidden: 1, maxLength: 51 }, 'owner.nobody': {} },
      'fields.application.dba: hidden must be true or false',
      'fields.application.dba: maxLength may only be tightened (now 50)',
      'fields.owner.nobody: there is no such field',
    ],
  ];

  test.each(refused)('%s', (_what, overrides, ...errors) => {
    expect(overrideErrors(overrides)).toEqual(errors);
  });
});

test('a change of limits does not affect the same key in other records', () => {
  const form = formWith({ 'owner.fullName': { maxLength: 40 } });
  expect(messageFor(form.owner.fullName, 'a'.repeat(41))).toBe('Must be less than 40 characters');
  expect(messageFor(form.applicant.fullName, 'a'.repeat(41))).toBeNull();
});
