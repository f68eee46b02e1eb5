import { describe, expect, test } from 'vitest';
import { baseForm } from '../form/fields/form.ts';
import { noContext, parseWire, validateAnswer } from '../form/validation/validate.ts';
import { digitsPattern, phonePattern, statePattern, zipPattern } from './patterns.ts';

const { applicant } = baseForm;
const cases = [
  {
    field: applicant.ssn,
    pattern: digitsPattern(9),
    right: [
      '512447731',
      '512-44-7731',
      ' 512 44 7731 ',
      '(512) 44–7731',
      '５１２４４７７３１',
      '512\u200b447731',
    ],
    wrong: ['', '51244773', '5124477310', '512-44-773l', 'none', '512_44_7731'],
  },
  {
    field: applicant.addressPostalCode,
    pattern: zipPattern(5),
    right: ['78701', '78701-1234', '787011234', '７８７０１'],
    wrong: ['7870', '787012', '78701-123', 'ABCDE'],
  },
  {
    field: applicant.phoneNumber,
    pattern: phonePattern(10),
    right: ['2025550123', '(202) 555-0123', '+1 202 555 0123', '1-202-555-0123', '202.555.0123'],
    wrong: ['555-0123', '2 202 555 0123', '202-555-0123 ext 4', '011 49 30 123456'],
  },
  {
    field: applicant.addressState,
    pattern: statePattern(),
    right: ['TX', 'tx', 'Tx', 'DC'],
    wrong: ['XX', 'PR', 'Texas', 'T'],
  },
];

describe.each(cases)('$pattern', ({ field, pattern, right, wrong }) => {
  const isTaken = (text: string) =>
    validateAnswer(field, 'field', parseWire(field, text), noContext) === undefined;
  const isDescribed = (text: string) => new RegExp(pattern, 'u').test(text);

  test.each(right)('takes “%s”, as the form does', (text) => {
    expect([isDescribed(text), isTaken(text)]).toEqual([true, true]);
  });

  test.each(wrong)('refuses “%s”, as the form does', (text) => {
    expect([isDescribed(text), isTaken(text)]).toEqual([false, false]);
  });
});
