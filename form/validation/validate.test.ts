import { describe, expect, test } from 'vitest';
import { businessAnswers, contextOf, stateOf, without } from '../../tests/support/application-states.ts';
import { unparsable } from '../field-types/field-type.ts';
import type { Field, Fields } from '../fields/field.ts';
import { baseForm, fieldsOf } from '../fields/form.ts';
import { applicantFields } from '../fields/personnel.ts';
import { disclosureFields } from '../fields/questions.ts';
import { ruleContext } from './rule-context.ts';
import {
  changeErrors,
  isAnswered,
  noContext,
  parseAnswers,
  parseWire,
  touchedBy,
  validateAnswer,
  validateFields,
} from './validate.ts';

const fields: Fields = fieldsOf(baseForm, 'application');

describe('a field error', () => {
  test('comes from the first rule that fails, with its limits', () => {
    const answer = 'a'.repeat(31);
    expect(validateAnswer(baseForm.application.businessName, 'businessName', answer, contextOf())).toEqual({
      field: 'businessName',
      rule: { kind: 'maxLength', max: 30 },
    });
  });

  test('contains the values of its sentence: the state of a ZIP code, the unclaimed share', () => {
    const record = { addressState: 'TX' };
    expect(
      validateAnswer(
        baseForm.application.addressPostalCode,
        'addressPostalCode',
        '55420',
        contextOf({ record }),
      ),
    ).toMatchObject({ rule: { kind: 'postalCodeForState' }, details: { state: 'TX' } });
    expect(
      validateAnswer(
        baseForm.owner.percentageOwned,
        'percentageOwned',
        80,
        contextOf({ unclaimedShare: 33_34 }),
      ),
    ).toMatchObject({ rule: { kind: 'totalOwnership' }, details: { unclaimedShare: 33_34 } });
  });

  test('is one per field, in the order of the fields', () => {
    const record = { businessName: 'a'.repeat(31), taxId: '12', email: 'office@greenacre.example' };
    const errors = validateFields(
      fields,
      ['taxId', 'email', 'businessName', 'naicsCode'],
      contextOf({ record }),
      stateOf(),
    );
    expect(errors.map(({ field, rule }) => [field, rule.kind])).toEqual([
      ['taxId', 'taxId'],
      ['businessName', 'maxLength'],
      ['naicsCode', 'required'],
    ]);
  });
});

describe('before submit an answer may be missing (D12, D45)', () => {
  const validate = (key: 'authority' | 'shareInformation', answer: boolean | null) =>
    validateAnswer(disclosureFields[key], key, answer, contextOf(), { mayBeMissing: true })?.rule.kind;

  test('a cleared answer is not an error', () => {
    expect(
      validateAnswer(applicantFields.fullName, 'fullName', null, contextOf(), { mayBeMissing: true }),
    ).toBeUndefined();
  });

  test('a cleared checkbox is not an error', () => {
    expect(validate('shareInformation', false)).toBeUndefined();
    expect(validate('authority', false)).toBeUndefined();
  });

  test('a sent answer is validated', () => {
    expect(
      validateAnswer(disclosureFields.shareInformation, 'shareInformation', unparsable, contextOf(), {
        mayBeMissing: true,
      })?.rule.kind,
    ).toBe('invalid');
    expect(
      validateAnswer(applicantFields.fullName, 'fullName', 'a\nb', contextOf(), { mayBeMissing: true })?.rule
        .kind,
    ).toBe('invalid');
  });

  test('at submit the same things are errors', () => {
    expect(validateAnswer(applicantFields.fullName, 'fullName', null, contextOf())?.rule.kind).toBe(
      'required',
    );
    expect(
      validateAnswer(disclosureFields.shareInformation, 'shareInformation', false, contextOf())?.rule.kind,
    ).toBe('required');
  });
});

describe('a masked answer that is not read back (D41)', () => {
  const validate = (record: Readonly<Record<string, unknown>>, answer: string | null = null) =>
    validateAnswer(applicantFields.ssn, 'ssn', answer, contextOf({ record }))?.rule.kind;

  test('counts as given by its last four digits', () => {
    expect(validate({ ssnLast4: '6789' })).toBeUndefined();
    expect(validate({})).toBe('required');
    expect(validate({ ssnLast4: null })).toBe('required');
    expect(validate({ taxIdLast4: '6789' })).toBe('required');
  });

  test('does not excuse a new one that is wrong', () => {
    expect(validate({ ssnLast4: '6789' }, '123')).toBe('ssn');
  });

  test('is the only kind of which four digits are enough', () => {
    const context = contextOf({ record: { fullNameLast4: 'Dana' } });
    expect(validateAnswer(applicantFields.fullName, 'fullName', null, context)?.rule.kind).toBe('required');
  });
});

test('a field that is not asked is not validated', () => {
  const validate = (organizationType: 'llc' | 'municipality') =>
    validateFields(
      applicantFields,
      ['percentageOwned'],
      contextOf(),
      stateOf({ applicationData: { organizationType } }),
    ).length;
  expect([validate('llc'), validate('municipality')]).toEqual([1, 0]);
});

test('a change of the state affects its own ZIP code (D4)', () => {
  expect(touchedBy(fields, ['addressState'])).toEqual(['addressState', 'addressPostalCode']);
  expect(touchedBy(fields, ['billingState'])).toEqual(['billingState', 'billingPostalCode']);
  expect(touchedBy(fields, ['addressPostalCode'])).toEqual(['addressPostalCode']);
  expect(touchedBy(fields, ['businessName'])).toEqual(['businessName']);
});

test.each([
  ['businessName', 'Greenacre', {}, true],
  ['businessName', null, {}, false],
  ['businessName', unparsable, {}, false],
  ['internetGambling', false, {}, true],
  ['employeeCount', 0, {}, true],
  ['taxId', null, { taxIdLast4: '6789' }, true],
  ['businessName', null, { businessNameLast4: 'acre' }, false],
] as const)('%s with the value %j next to %j is answered: %s', (key, answer, others, expected) => {
  expect(isAnswered(fields, key, { [key]: answer, ...others })).toBe(expected);
});

test.each([
  ['employeeCount', '5', unparsable],
  ['employeeCount', 5, 5],
  ['businessName', true, unparsable],
  ['businessType', 'boats', unparsable],
  ['businessType', 'lawn', 'lawn'],
  ['taxId', '12-3456789', '123456789'],
  ['internetGambling', 'no', unparsable],
] as const)('%s sent as %j is read as %j', (key, json, answer) => {
  expect(parseWire(baseForm.application[key], json)).toBe(answer);
});

describe('answers as they were sent', () => {
  test('are parsed field by field', () => {
    const sent = {
      businessName: '  Greenacre ',
      taxId: '12-3456789',
      employeeCount: '12',
      annualSalesAmount: 5,
      internetGambling: 'no',
      dba: null,
      addressState: 'mn',
      businessType: 'boats',
    };
    expect(parseAnswers(fields, sent)).toEqual({
      businessName: 'Greenacre',
      taxId: '123456789',
      employeeCount: unparsable,
      annualSalesAmount: 5,
      internetGambling: unparsable,
      dba: null,
      addressState: 'MN',
      businessType: unparsable,
    });
  });
});

describe('an answer by itself', () => {
  const brokenBy = (field: Field, answer: string | number | null) =>
    validateAnswer(field, 'field', answer, noContext)?.rule.kind;
  const { applicant, application, owner } = baseForm;

  test.each<[string, Field, string | number | null]>([
    ['a date of today', applicant.dateOfBirth, '2008-06-15'],
    ['the whole business', applicant.percentageOwned, 100],
    ['a number that another person may have too', owner.ssn, '123456789'],
    ['a code that the list of industries may have', application.naicsCode, '123456'],
    ['no guarantor', application.guarantorId, null],
  ])('contradicts nothing: %s', (_what, field, answer) => {
    expect(brokenBy(field, answer)).toBeUndefined();
  });

  test('must obey the rules of its field', () => {
    expect(brokenBy(applicant.percentageOwned, 100.01)).toBe('maxValue');
    expect(brokenBy(application.naicsCode, '12345')).toBe('industryCode');
    expect(brokenBy(applicant.fullName, null)).toBe('required');
  });
});

describe('a partial save (D45)', () => {
  /** Returns the field and the rule of each error when `sent` arrives and the answers `stored` are already stored. */
  function errors(sent: Readonly<Record<string, unknown>>, stored: object = businessAnswers) {
    const read = parseAnswers(fields, sent);
    const state = stateOf({ applicationData: { ...stored, ...read } as typeof businessAnswers });
    const context = ruleContext(state, state.applicationData);
    return changeErrors(fields, read, context, state).map(({ field, rule }) => [field, rule.kind]);
  }

  test('validates only the sent fields', () => {
    expect(errors({ email: 'office@greenacre.example' }, { businessName: 'x'.repeat(31) })).toEqual([]);
    expect(errors({ email: 'office', dba: 'x'.repeat(51) })).toEqual([
      ['email', 'email'],
      ['dba', 'maxLength'],
    ]);
  });

  test('lets an answer be cleared', () => {
    expect(errors({ businessName: null, taxId: null, addressState: null })).toEqual([]);
  });

  test('accepts a billing address in parts (D14)', () => {
    expect(errors({ billingCity: 'Edina' })).toEqual([]);
  });

  test('checks the ZIP when the state is sent, and the other way round (D4)', () => {
    expect(errors({ addressState: 'TX' })).toEqual([['addressPostalCode', 'postalCodeForState']]);
    expect(errors({ addressPostalCode: '75001' })).toEqual([['addressPostalCode', 'postalCodeForState']]);
    expect(errors({ addressState: 'TX', addressPostalCode: '75001' })).toEqual([]);
    expect(errors({ addressState: 'TX' }, without(businessAnswers, ['addressPostalCode']))).toEqual([]);
    expect(errors({ addressPostalCode: '75001' }, without(businessAnswers, ['addressState']))).toEqual([]);
  });

  test('validates a field even if it is not asked at the moment', () => {
    const applicant = fieldsOf(baseForm, 'applicant');
    const state = stateOf({ applicationData: { organizationType: 'municipality' } });
    const sent = parseAnswers(applicant, { percentageOwned: 'all' });
    expect(changeErrors(applicant, sent, ruleContext(state, sent), state)).toHaveLength(1);
  });
});
