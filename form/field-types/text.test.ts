import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnparsable, unparsable } from './field-type.ts';
import { bareText, email, plainForm, state, text, tidyText } from './text.ts';

describe('text', () => {
  test.each([
    ['  Greenacre  ', 'Greenacre'],
    ['\u00A0Greenacre\u3000', 'Greenacre'],
    ['e\u0301', 'é'],
    ['two  spaces', 'two  spaces'],
    ['', null],
    [' \t\n', null],
    ['Dana\tOkafor', 'Dana Okafor'],
    ['Dana\r\nOkafor\n', 'Dana Okafor'],
    ['Dana\u2028\u0085Okafor', 'Dana Okafor'],
    ['Ｄａｎａ ﬁ ½', 'Ｄａｎａ ﬁ ½'],
  ])('typed %j is %j', (typed, answer) => {
    expect(text.parseText(typed, [])).toBe(answer);
  });

  test('keeps characters that the rules refuse, including lone surrogates', () => {
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

describe('the plain form of answers that are not prose (D2)', () => {
  test.each([
    ['０１２３４５６７８９', '0123456789'],
    ['（２０２）５５５．０１２３', '(202)555.0123'],
    ['＋１　＄％／，：＠', '+1 $%/,:@'],
    ['𝟏𝟐', '12'],
    ['1\u20102\u20113\u20134\u20145\u22126\uFF0D7\uFE638\u30FC9', '1-2-3-4-5-6-7-8-9'],
    ['1\u200B2\u00AD3', '123'],
    ['٣ 3', '٣ 3'],
    ['12³ ₂', '12³ ₂'],
    ['33½', '331⁄2'],
  ])('%j is %j', (given, plain) => {
    expect(plainForm(given)).toBe(plain);
  });

  test('is the text itself for plain ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (given) => {
        const fullWidth = given.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
        expect(plainForm(fullWidth)).toBe(given);
        expect(plainForm(given)).toBe(given);
      }),
    );
  });
});

test('an email address and a state are read in any width', () => {
  expect(email.parseText('ｄａｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', [])).toBe('dana@example.com');
  expect(email.parseText('dana\u2011lee@example.com', [])).toBe('dana-lee@example.com');
  expect(state.parseText('ｍｎ', [])).toBe('MN');
});

test('tidying twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      expect(tidyText(tidyText(given))).toBe(tidyText(given));
      expect(bareText(bareText(given))).toBe(bareText(given));
      expect(isUnparsable(text.parseText(given, []))).toBe(false);
    }),
  );
});
