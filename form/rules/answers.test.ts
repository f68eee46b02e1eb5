import { describe, expect, test } from 'vitest';
import { messageFor, obeysRule } from '../../tests/support/application-states.ts';
import { unparsable } from '../field-types/field-type.ts';
import { applicationFields } from '../fields/application.ts';
import { applicantFields } from '../fields/personnel.ts';

describe('required', () => {
  test.each([
    [null, false],
    ['Greenacre', true],
    [0, true],
    [false, true],
    [unparsable, true],
  ] as const)('%j → %s', (answer, expected) => {
    expect(obeysRule({ kind: 'required' }, answer)).toBe(expected);
  });

  test.each(['', ' ', '\t\n', '\u00A0', '\u3000'])('a text of spaces only is no answer: %j', (typed) => {
    expect(messageFor(applicationFields.businessName, typed)).toBe('Required Field');
  });
});

test.each([
  [true, true],
  [false, false],
  [null, false],
] as const)('required for a checkbox: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'required', ticked: true }, answer)).toBe(expected);
});

describe('required once one of several fields is given (D14)', () => {
  const rule = { kind: 'required', onceAnyOf: ['street', 'city'] } as const;

  test.each([
    [{}, true],
    [{ street: null, city: null }, true],
    [{ other: 'x' }, true],
    [{ street: '12 Oak St' }, false],
    [{ street: null, city: 'Edina' }, false],
    [{ city: unparsable }, false],
  ] as const)('missing next to %j → %s', (record, expected) => {
    expect(obeysRule(rule, null, { record })).toBe(expected);
  });

  test('missing if none is given, where all can be left out only by Skip', () => {
    expect(obeysRule(rule, null, { record: {}, onlySkipLeavesOut: true })).toBe(false);
  });

  test('an answer satisfies it whatever else is given', () => {
    expect(obeysRule(rule, 'MN', { record: { street: '12 Oak St' } })).toBe(true);
  });
});

describe('invalid: names, streets and cities (D9)', () => {
  test.each([
    'José Núñez',
    'O’Brien & Søn',
    "D'Angelo-Smith, Jr.",
    'Mary Ann',
    '李小龍',
    'محمد',
    '12½ Oak St #4',
    '€ $ + = ~ ^',
    '🌳 Lawn Care',
    'e\u0301\u0302',
    'ideographic\u3000space',
  ])('takes %j', (answer) => {
    expect(obeysRule({ kind: 'invalid' }, answer)).toBe(true);
  });

  test.each([
    'a\u0000b',
    'a\nb',
    'a\tb',
    'a\u007Fb',
    'a\u0085b',
    'a\u2028b',
    'zero\u200Bwidth',
    'turned\u202Eround',
    'lone \uD83C',
    '\uDF33 lone',
    'private \uE000',
    'unassigned \u0378',
  ])('refuses %j', (answer) => {
    expect(obeysRule({ kind: 'invalid' }, answer)).toBe(false);
  });
});

test.each([
  [true, true],
  [0, true],
  [unparsable, false],
] as const)('invalid: %j → %s', (answer, expected) => {
  expect(obeysRule({ kind: 'invalid' }, answer)).toBe(expected);
});

test.each([
  ['1899-12-31', false],
  ['1900-01-01', true],
  ['1900-01-02', true],
  ['0000-01-01', false],
])('invalid from 1900-01-01: %s → %s (D5)', (answer, expected) => {
  expect(obeysRule({ kind: 'invalid', earliest: '1900-01-01' }, answer)).toBe(expected);
});

test.each([
  ['12/31/1899', 'Invalid Field'],
  ['1/1/1900', null],
  ['02/29/1900', 'Invalid Field'],
  ['02/29/2000', null],
  ['02/29/2001', 'Invalid Field'],
  ['02/30/2000', 'Invalid Field'],
  ['04/31/1980', 'Invalid Field'],
  ['13/01/1980', 'Invalid Field'],
  ['0/1/1980', 'Invalid Field'],
  ['4/28/86', 'Invalid Field'],
])('a date of birth typed as %s → %j', (typed, message) => {
  expect(messageFor(applicantFields.dateOfBirth, typed)).toBe(message);
});
