import { describe, expect, test } from 'vitest';
import { messageFor, obeysRule, personOf, stateOf } from '../../tests/support/application-states.ts';
import { unparsable } from '../field-types/field-type.ts';
import { applicationFields } from '../fields/application.ts';
import { fieldAs } from '../fields/field.ts';
import { applicantFields } from '../fields/personnel.ts';
import { ruleContext } from '../validation/rule-context.ts';

test.each([
  ['55420', true],
  ['00501', true],
  ['5542', false],
  ['554200', false],
  ['5542a', false],
  ['-5542', false],
  ['55 20', false],
  ['٥٥٤٢٠', false],
  [unparsable, false],
] as const)('digits 5: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'digits', count: 5 }, answer)).toBe(expected);
});

test.each([
  ['55420', null],
  [' 5 5 4 2 0 ', null],
  ['55420-1234', null],
  ['55420 1234', null],
  ['554201234', null],
  ['５５４２０', null],
  ['5542', 'Invalid Field'],
  ['55420-12', 'Invalid Field'],
  ['55420-12345', 'Invalid Field'],
  ['K1A 0B1', 'Invalid Field'],
])('a ZIP code typed as %j → %j (D2)', (typed, message) => {
  expect(messageFor(applicationFields.addressPostalCode, typed)).toBe(message);
});

describe('ssn: any nine digits (D2)', () => {
  test.each([
    ['123456789', true],
    ['000000000', true],
    ['900700000', true],
    ['12345678', false],
    ['1234567890', false],
    ['12345678a', false],
    [unparsable, false],
  ] as const)('%j → %s', (answer, expected) => {
    expect(obeysRule({ kind: 'ssn' }, answer)).toBe(expected);
  });

  test.each([
    ['123-45-6789', null],
    ['123 45 6789', null],
    ['１２３４５６７８９', null],
    ['123-45-678', 'Invalid Field'],
    ['', 'Required Field'],
  ])('typed as %j → %j', (typed, message) => {
    expect(messageFor(applicantFields.ssn, typed)).toBe(message);
  });
});

describe('the same Social Security number twice (D2)', () => {
  const ssn = '987654321';
  const applicant = personOf('applicant', 1, { ssn });
  const owner = personOf('owner', 1);
  const user = personOf('authorized_user', 1);
  const state = stateOf({ personnel: [applicant, owner, user] });
  const contextFor = (person?: typeof applicant) => ruleContext(state, {}, person);

  test('is refused for an owner who gives the applicant’s', () => {
    expect(messageFor(applicantFields.ssn, ssn, contextFor(owner))).toBe('Invalid Field');
  });

  test.each([
    ['the last four digits', '123454321'],
    ['the first five digits', '987651234'],
  ])('is not another number that has %s of the applicant’s', (_what, other) => {
    expect(messageFor(applicantFields.ssn, other, contextFor(owner))).toBeNull();
  });

  test('is refused for an owner who is not stored yet', () => {
    expect(messageFor(applicantFields.ssn, ssn, contextFor())).toBe('Invalid Field');
  });

  test('does not include the person’s own stored number', () => {
    expect(messageFor(applicantFields.ssn, ssn, contextFor(applicant))).toBeNull();
  });

  test('is allowed for an authorized user, who can be the applicant or an owner', () => {
    expect(messageFor(applicantFields.ssn, ssn, contextFor(user))).toBeNull();
  });

  test('is allowed if an authorized user already has the number', () => {
    expect(messageFor(applicantFields.ssn, String(user.answers['ssn']), contextFor(owner))).toBeNull();
  });
});

test.each([
  ['123456789', true],
  ['012345678', true],
  ['12345678', false],
  ['1234567890', false],
  ['12345678X', false],
  [unparsable, false],
] as const)('taxId: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'taxId' }, answer)).toBe(expected);
});

test.each([
  [' 12-3456789 ', null],
  ['12 3456789', null],
  ['12–3456789', null],
  ['１２３４５６７８９', null],
  ['12-345678', 'Invalid Federal Tax ID'],
  ['12-34567890', 'Invalid Federal Tax ID'],
  ['+12-3456789', 'Invalid Federal Tax ID'],
  ['unknown', 'Invalid Federal Tax ID'],
  ['', 'Required Field'],
])('an EIN typed as %j → %j', (typed, message) => {
  expect(messageFor(applicationFields.taxId, typed)).toBe(message);
});

test('a Social Security number as the tax ID may be the applicant’s, and keeps the message of the tax ID (D67)', () => {
  const asSsn = fieldAs(applicationFields.taxId, { taxIdKind: 'ssn' });
  const applicant = personOf('applicant', 1, { ssn: '987654321' });
  const context = ruleContext(stateOf({ personnel: [applicant] }), {});
  expect(messageFor(asSsn, '987-65-4321', context)).toBeNull();
  expect(messageFor(asSsn, '987-65-432', context)).toBe('Invalid Federal Tax ID');
  expect(messageFor(asSsn, '', context)).toBe('Required Field');
});

describe('phone: the North American plan (D9)', () => {
  test.each([
    ['2025550123', true],
    ['9195550123', true],
    ['1025550123', false],
    ['0025550123', false],
    ['2021550123', false],
    ['2020550123', false],
    ['9115550123', false],
    ['4115550123', false],
    ['2029110123', false],
    ['2024110123', false],
    ['2125550911', true],
    ['202555012', false],
    ['20255501234', false],
    [unparsable, false],
  ] as const)('%j → %s', (answer, expected) => {
    expect(obeysRule({ kind: 'phone' }, answer)).toBe(expected);
  });
});

test.each([
  [' +1 (202) 555-0123', null],
  ['1-202-555-0123', null],
  ['202.555.0123', null],
  ['202 555 0123', null],
  ['202‑555‑0123', null],
  ['+12025550123', null],
  ['２０２５５５０１２３', null],
  ['+44 20 7946 0958', 'Invalid phone number'],
  ['555-0123', 'Invalid phone number'],
  ['202-555-0123 x5', 'Invalid phone number'],
  ['+2025550123', 'Invalid phone number'],
  ['1 102 555 0123', 'Invalid phone number'],
  ['call me', 'Invalid phone number'],
])('a phone typed as %j → %j', (typed, message) => {
  expect(messageFor(applicantFields.phoneNumber, typed)).toBe(message);
});

test.each([
  ['561730', true],
  ['561731', false],
  ['56173', false],
  ['5617300', false],
  ['abcdef', false],
  ['toString', false],
  [unparsable, false],
] as const)('industryCode: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'industryCode' }, answer)).toBe(expected);
});

test('a code must have six digits, even if the list accepts other codes', () => {
  expect(obeysRule({ kind: 'industryCode' }, '56173', { isIndustry: () => true })).toBe(false);
});
