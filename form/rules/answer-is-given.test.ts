import { describe, expect, test } from 'vitest';
import { applicationFields } from '../application.ts';
import { unreadable } from '../kinds/kind.ts';
import { messageFor, obeysRule } from '../test-situations.ts';

describe('required', () => {
  test.each([
    [null, false],
    ['Greenacre', true],
    [0, true],
    [false, true],
    [unreadable, true],
  ] as const)('%j → %s', (answer, expected) => {
    expect(obeysRule({ kind: 'required' }, answer)).toBe(expected);
  });

  test.each(['', ' ', '\t\n', '\u00A0', '\u3000'])('nothing but space is no answer: %j', (typed) => {
    expect(messageFor(applicationFields.businessName, typed)).toBe('Required Field');
  });
});

test.each([
  [true, true],
  [false, false],
  [null, false],
] as const)('required of a box to tick: %j → %s', (answer, expected) => {
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
    [{ city: unreadable }, false],
  ] as const)('missing beside %j → %s', (record, expected) => {
    expect(obeysRule(rule, null, { record })).toBe(expected);
  });

  test('missing beside nothing, where only Skip leaves all of them out', () => {
    expect(obeysRule(rule, null, { record: {}, onlySkipLeavesOut: true })).toBe(false);
  });

  test('an answer satisfies it whatever else is given', () => {
    expect(obeysRule(rule, 'MN', { record: { street: '12 Oak St' } })).toBe(true);
  });
});
