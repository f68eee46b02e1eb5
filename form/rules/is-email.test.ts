import { describe, expect, test } from 'vitest';
import { unreadable } from '../kinds/kind.ts';
import { applicantFields } from '../personnel.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

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

  test('refuses what could not be read', () => {
    expect(obeysRule({ kind: 'email' }, unreadable)).toBe(false);
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
