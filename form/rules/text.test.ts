import { describe, expect, test } from 'vitest';
import { messageFor, obeysRule } from '../../tests/support/application-states.ts';
import { unparsable } from '../field-types/field-type.ts';
import { applicationFields } from '../fields/application.ts';
import { applicantFields } from '../fields/personnel.ts';

test.each([
  ['ab', false],
  ['abc', true],
  ['🌳🌳', false],
  ['🌳🌳🌳', true],
  [null, true],
] as const)('minLength 3: %j → %s, counted in code points (D1)', (answer, expected) => {
  expect(obeysRule({ kind: 'minLength', min: 3 }, answer)).toBe(expected);
});

describe('maxLength of a text: code points after trimming and NFC (D1)', () => {
  const tooLong = 'Must be less than 30 characters';

  test.each([
    ['30 letters', 'a'.repeat(30), null],
    ['31 letters', 'a'.repeat(31), tooLong],
    ['30 letters in spaces', `  ${'a'.repeat(30)}  `, null],
    ['30 astral characters', '🌳'.repeat(30), null],
    ['31 astral characters', '🌳'.repeat(31), tooLong],
    ['30 letters with accents of their own', 'e\u0301'.repeat(30), null],
    ['31 letters with accents of their own', 'e\u0301'.repeat(31), tooLong],
    ['15 letters with marks that have no composed form', 'x\u0301'.repeat(15), null],
    ['16 letters with marks that have no composed form', 'x\u0301'.repeat(16), tooLong],
  ])('%s', (_what, typed, message) => {
    expect(messageFor(applicationFields.businessName, typed)).toBe(message);
  });
});

describe('maxLength of a number: digits (D2)', () => {
  test.each([
    [0, true],
    [9999, true],
    [10_000, false],
    [1e21, false],
    [Number.POSITIVE_INFINITY, false],
  ])('4 digits: %d → %s', (answer, expected) => {
    expect(obeysRule({ kind: 'maxLength', max: 4 }, answer)).toBe(expected);
  });

  test.each([
    ['9999', null],
    ['9,999', null],
    ['10000', 'Must be less than 4 characters'],
    ['1'.repeat(400), 'Must be less than 4 characters'],
  ])('years in business typed as %s', (typed, message) => {
    expect(messageFor(applicationFields.yearsInBusiness, typed)).toBe(message);
  });
});

describe('email: the HTML living standard’s rule, with a dot in the domain (D9)', () => {
  test.each([
    'name@example.com',
    'first.last+card@sub.example.co.uk',
    "o'brien@example.com",
    '!#$%&*/=?^_`{|}~-@example.com',
    '.dots..anywhere.@example.com',
    'a@1.2',
    'name@xn--bcher-kva.example',
    `name@${'a'.repeat(63)}.example`,
  ])('takes %s', (answer) => {
    expect(obeysRule({ kind: 'email' }, answer)).toBe(true);
  });

  test.each([
    'name',
    'name@',
    '@example.com',
    'name@localhost',
    'name@example.',
    'name@.example',
    'name@exa mple.com',
    'na me@example.com',
    'name@example..com',
    'name@-example.com',
    'name@example-.com',
    `name@${'a'.repeat(64)}.example`,
    'one@example.com, two@example.com',
    'one@two@example.com',
    'name@[127.0.0.1]',
    '"quoted name"@example.com',
    'name@bücher.example',
    'Name <name@example.com>',
    'name@example.com\nBcc: x@example.com',
    'name@exam\uD800ple.com',
  ])('refuses %j', (answer) => {
    expect(obeysRule({ kind: 'email' }, answer)).toBe(false);
  });

  test('refuses what could not be parsed', () => {
    expect(obeysRule({ kind: 'email' }, unparsable)).toBe(false);
  });
});

const ofLength = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`;

test.each([
  ['  name@example.com ', null],
  [ofLength(100), null],
  [ofLength(101), 'Must be less than 100 characters'],
  ['name@example', 'Invalid email address'],
])('an email typed as %j → %j', (typed, message) => {
  expect(messageFor(applicantFields.email, typed)).toBe(message);
});
