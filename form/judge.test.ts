import { describe, expect, test } from 'vitest';
import { disclosureFields } from './disclosures.ts';
import type { Fields } from './field.ts';
import { baseForm, fieldsOf } from './form.ts';
import { isAnswered, judgeAnswer, judgeFields, readWire, touchedBy } from './judge.ts';
import { unreadable } from './kinds/kind.ts';
import { applicantFields } from './personnel.ts';
import { contextOf } from './test-situations.ts';

const fields: Fields = fieldsOf(baseForm, 'application');
const llc = { organizationType: 'llc' } as const;

describe('a problem', () => {
  test('is that of the first rule that fails, with its limits', () => {
    const answer = 'a'.repeat(31);
    expect(judgeAnswer(baseForm.application.businessName, 'businessName', answer, contextOf())).toEqual({
      field: 'businessName',
      rule: 'maxLength',
      message: 'Must be less than 30 characters',
      broken: { kind: 'maxLength', max: 30 },
    });
  });

  test('is one per field, in the order of the fields', () => {
    const record = { businessName: 'a'.repeat(31), taxId: '12', email: 'office@greenacre.example' };
    const problems = judgeFields(
      fields,
      ['taxId', 'email', 'businessName', 'naicsCode'],
      contextOf({ record }),
      llc,
    );
    expect(problems.map(({ field, rule }) => [field, rule])).toEqual([
      ['taxId', 'taxId'],
      ['businessName', 'maxLength'],
      ['naicsCode', 'required'],
    ]);
  });
});

describe('before submit an answer may be missing (D12, D45)', () => {
  const judge = (key: 'authority' | 'shareInformation', answer: boolean | null) =>
    judgeAnswer(disclosureFields[key], key, answer, contextOf(), { mayBeMissing: true })?.rule;

  test('a cleared answer is no problem', () => {
    expect(
      judgeAnswer(applicantFields.fullName, 'fullName', null, contextOf(), { mayBeMissing: true }),
    ).toBeUndefined();
  });

  test('nor is a tick that was taken back', () => {
    expect(judge('shareInformation', false)).toBeUndefined();
    expect(judge('authority', false)).toBeUndefined();
  });

  test('but what is sent is judged', () => {
    expect(
      judgeAnswer(disclosureFields.shareInformation, 'shareInformation', unreadable, contextOf(), {
        mayBeMissing: true,
      })?.rule,
    ).toBe('invalid');
    expect(
      judgeAnswer(applicantFields.fullName, 'fullName', 'a\nb', contextOf(), { mayBeMissing: true })?.rule,
    ).toBe('invalid');
  });

  test('at submit the same things are problems', () => {
    expect(judgeAnswer(applicantFields.fullName, 'fullName', null, contextOf())?.rule).toBe('required');
    expect(judgeAnswer(disclosureFields.shareInformation, 'shareInformation', false, contextOf())?.rule).toBe(
      'required',
    );
  });
});

describe('a masked answer that is not read back (D41)', () => {
  const judge = (record: Readonly<Record<string, unknown>>, answer: string | null = null) =>
    judgeAnswer(applicantFields.ssn, 'ssn', answer, contextOf({ record }))?.rule;

  test('stands as its last four', () => {
    expect(judge({ ssnLast4: '6789' })).toBeUndefined();
    expect(judge({})).toBe('required');
    expect(judge({ ssnLast4: null })).toBe('required');
    expect(judge({ taxIdLast4: '6789' })).toBe('required');
  });

  test('does not excuse a new one that is wrong', () => {
    expect(judge({ ssnLast4: '6789' }, '123')).toBe('ssn');
  });

  test('is the only kind that can stand so', () => {
    const context = contextOf({ record: { fullNameLast4: 'Dana' } });
    expect(judgeAnswer(applicantFields.fullName, 'fullName', null, context)?.rule).toBe('required');
  });
});

test('what is not asked is not judged', () => {
  const judge = (organizationType: 'llc' | 'municipality') =>
    judgeFields(applicantFields, ['percentageOwned'], contextOf(), { organizationType }).length;
  expect([judge('llc'), judge('municipality')]).toEqual([1, 0]);
});

test('a change of the state touches its own ZIP code (D4)', () => {
  expect(touchedBy(fields, ['addressState'])).toEqual(['addressState', 'addressPostalCode']);
  expect(touchedBy(fields, ['billingState'])).toEqual(['billingState', 'billingPostalCode']);
  expect(touchedBy(fields, ['addressPostalCode'])).toEqual(['addressPostalCode']);
  expect(touchedBy(fields, ['businessName'])).toEqual(['businessName']);
});

test.each([
  ['businessName', 'Greenacre', {}, true],
  ['businessName', null, {}, false],
  ['businessName', unreadable, {}, false],
  ['internetGambling', false, {}, true],
  ['employeeCount', 0, {}, true],
  ['taxId', null, { taxIdLast4: '6789' }, true],
  ['businessName', null, { businessNameLast4: 'acre' }, false],
] as const)('%s being %j beside %j is answered: %s', (key, answer, others, expected) => {
  expect(isAnswered(fields, key, { [key]: answer, ...others })).toBe(expected);
});

test.each([
  ['employeeCount', '5', unreadable],
  ['employeeCount', 5, 5],
  ['businessName', true, unreadable],
  ['businessType', 'boats', unreadable],
  ['businessType', 'lawn', 'lawn'],
  ['taxId', '12-3456789', '123456789'],
  ['internetGambling', 'no', unreadable],
] as const)('%s sent as %j is read as %j', (key, json, answer) => {
  expect(readWire(baseForm.application[key], json)).toBe(answer);
});
