import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnparsable, unparsable } from './field-type.ts';
import { email, plainDigits, state, text, tidyText } from './text.ts';

describe('text', () => {
  test.each([
    ['  Greenacre  ', 'Greenacre'],
    ['\u00A0Greenacre\u3000', 'Greenacre'],
    ['e\u0301', 'é'],
    ['two  spaces', 'two  spaces'],
    ['', null],
    [' \t\n', null],
  ])('typed %j is %j', (typed, answer) => {
    expect(text.parseText(typed, [])).toBe(answer);
  });

  test('keeps characters that the rules will refuse, lone surrogates included', () => {
    expect(text.parseText('a\u0000\uD83C', [])).toBe('a\u0000\uD83C');
  });
});

test('an email is trimmed, its letters stay as they are', () => {
  expect(email.parseText(' Name@Example.com ', [])).toBe('Name@Example.com');
});

test('a state is stored in capitals (D4)', () => {
  expect(state.parseText(' mn ', [])).toBe('MN');
  expect(state.parseJson('dc', [])).toBe('DC');
});

describe('on the wire', () => {
  test.each([
    [null, null],
    ['', null],
    ['  ', null],
    [' Greenacre ', 'Greenacre'],
    [true, unparsable],
    [false, unparsable],
    [5, unparsable],
    [{}, unparsable],
    [['Greenacre'], unparsable],
    [undefined, unparsable],
  ])('%j is %j', (json, answer) => {
    expect(text.parseJson(json, [])).toBe(answer);
  });
});

test('full-width digits become plain ones, other scripts’ digits stay (D2)', () => {
  expect(plainDigits('０１２３４５６７８９')).toBe('0123456789');
  expect(plainDigits('٣ 3 ³')).toBe('٣ 3 ³');
});

test('tidying twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      expect(tidyText(tidyText(given))).toBe(tidyText(given));
      expect(isUnparsable(text.parseText(given, []))).toBe(false);
    }),
  );
});
