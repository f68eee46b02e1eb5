import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageFor } from '../../tests/support/application-states.ts';
import { applicantFields } from '../fields/personnel.ts';
import { unparsable } from './field-type.ts';
import { fieldTypes } from './field-types.ts';

/** Invisible characters: direction marks, zero-width spaces and joiners, soft hyphen, word joiner, BOM, fillers and others. */
const invisibles = [
  '\u200E',
  '\u200F',
  '\u061C',
  ...Array.from({ length: 5 }, (_, at) => String.fromCodePoint(0x202a + at)),
  ...Array.from({ length: 4 }, (_, at) => String.fromCodePoint(0x2066 + at)),
  '\u200B',
  '\u200C',
  '\u200D',
  '\u00AD',
  '\u2060',
  '\u2063',
  '\uFEFF',
  '\u034F',
  '\u180E',
  '\u3164',
  '\u115F',
  '\uFFA0',
  '\uFE0F',
  '\uFFF9',
  '\u{E0001}',
  '\u{E0041}',
];
const spelled = (sign: string) => `U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;

/** Returns a text with the character `sign` inserted before, after and between all of its characters. */
const strewn = (text: string, sign: string) => [sign, ...text].join(sign) + sign;

describe.each(invisibles.map((sign) => [spelled(sign), sign] as const))('%s is dropped', (_, sign) => {
  test.each([
    ['ssn', '123-45-6789', '123456789'],
    ['taxId', '12-3456789', '123456789'],
    ['phone', '+1 (202) 555-0123', '2025550123'],
    ['zip', '55420-1234', '55420'],
    ['state', 'mn', 'MN'],
    ['industry', '561730', '561730'],
    ['email', 'dana@greenacre.example', 'dana@greenacre.example'],
    ['text', 'Dana Jo Smith-Lee', 'Dana Jo Smith-Lee'],
  ] as const)('from a %s, typed and on the wire', (kind, given, answer) => {
    expect(fieldTypes[kind].parseText(strewn(given, sign), [])).toBe(answer);
    expect(fieldTypes[kind].parseJson(strewn(given, sign), [])).toBe(answer);
  });

  test('from counts, amounts, shares and dates', () => {
    expect(fieldTypes.count.parseText(strewn('1,250', sign), [])).toBe(1250);
    expect(fieldTypes.money.parseText(strewn('$1,250.00', sign), [])).toBe(1250);
    expect(fieldTypes.percent.parseText(strewn('33.33 %', sign), [])).toBe(33.33);
    expect(fieldTypes.date.parseText(strewn('4/28/1986', sign), [])).toBe('1986-04-28');
    expect(fieldTypes.date.parseJson(strewn('1986-04-28', sign), [])).toBe('1986-04-28');
  });

  test.each(['text', 'email', 'ssn', 'zip', 'date', 'count', 'money', 'percent'] as const)(
    'and is no answer to a %s by itself',
    (kind) => {
      expect(fieldTypes[kind].parseText(` ${sign}${sign} `, [])).toBeNull();
    },
  );
});

describe('a name keeps the invisible characters that its script needs', () => {
  test.each([
    ['Persian', 'می\u200Cخواهم'],
    ['Persian', 'نامه\u200Cای خانه\u200Cها'],
    ['Arabic script joined', 'ه\u200Dه'],
    ['Hindi', 'क्\u200Dष राजू'],
    ['Hindi without a ligature', 'क्\u200Cष'],
    ['Marathi', 'दर्\u200Dया'],
    ['Bengali', 'র\u200D্যাব'],
    ['Malayalam', 'അവന്\u200D'],
    ['Sinhala', 'ශ්\u200Dරී'],
    ['Kannada', 'ರ್\u200Cಕ'],
    ['a family', '👨\u200D👩\u200D👧'],
    ['a firefighter', '👩🏽\u200D🚒'],
    ['a heart on fire', '❤️\u200D🔥'],
    ['a rainbow flag', '🏳️\u200D🌈'],
    ['a woman who runs', '🏃🏿\u200D♀️'],
    ['a colored heart', '❤️'],
    ['a key', '1️⃣'],
    ['a Japanese variant', '葛\u{E0100}飾'],
  ])('%s: %s', (_, name) => {
    const composed = name.normalize('NFC');
    expect(fieldTypes.text.parseText(` ${name} `, [])).toBe(composed);
    expect(fieldTypes.text.parseJson(name, [])).toBe(composed);
    expect(messageFor(applicantFields.fullName, name)).toBeNull();
  });

  test('joiners that join nothing are removed', () => {
    expect(fieldTypes.text.parseText('Da\u200Dna \u200CLee\u200D', [])).toBe('Dana Lee');
    expect(fieldTypes.text.parseText('\u200Cفارسی\u200C', [])).toBe('فارسی');
    expect(fieldTypes.text.parseText('می\u200C\u200C\u200Dخواهم', [])).toBe('می\u200Cخواهم');
    expect(fieldTypes.text.parseText('ه\u200D\u200Dه\u200D\u200Dه', [])).toBe('ه\u200Dه\u200Dه');
    expect(fieldTypes.text.parseText('👨\u200D', [])).toBe('👨');
    expect(fieldTypes.text.parseText('👨\u200Da', [])).toBe('👨a');
  });
});

test.each(['\u200D', '\u2800', '\u2800 \u200B\u3164', '\u00AD\uFEFF', '\u200E\u200F'])(
  'a name without any visible character is no answer: %j',
  (name) => {
    expect(fieldTypes.text.parseText(name, [])).toBeNull();
    expect(fieldTypes.text.parseJson(name, [])).toBeNull();
    expect(messageFor(applicantFields.fullName, name)).toBe('Required Field');
  },
);

test('the length of a text counts only the characters that parsing keeps (D1)', () => {
  const { fullName } = applicantFields;
  expect(messageFor(fullName, `\u200E${'a\u200B'.repeat(100)}`)).toBeNull();
  expect(messageFor(fullName, 'a\u200B'.repeat(101))).not.toBeNull();
  expect(messageFor(fullName, '👨\u200D👩\u200D👧'.repeat(20))).toBeNull();
  expect(messageFor(fullName, `${'👨\u200D👩\u200D👧'.repeat(20)}a`)).not.toBeNull();
});

test('visible characters are never dropped, and the API stays strict about the shape of a date', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (given) => {
      expect(fieldTypes.text.parseText(given, [])).toBe(given.trim() || null);
    }),
  );
  expect(fieldTypes.date.parseJson('1986-04-28\n', [])).toBe(unparsable);
  expect(fieldTypes.date.parseJson('\u200E', [])).toBeNull();
});

test('a megabyte of joiners is parsed without delay', () => {
  const unit = 'ب\u064B\u064B\u064B';
  const lengthOf = (typed: string) => String(fieldTypes.text.parseText(typed, []) ?? '').length;
  expect(lengthOf('\u200D'.repeat(1_000_000))).toBe(0);
  expect(lengthOf(unit.repeat(200_000))).toBe(800_000);
  expect(lengthOf('\u200Da'.repeat(500_000))).toBe(500_000);
});
