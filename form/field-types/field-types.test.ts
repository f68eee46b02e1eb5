/** Tests properties that every field type must have. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnparsable, unparsable } from './field-type.ts';
import { fieldTypes } from './field-types.ts';

const options = ['rent', 'own', 'other'];
const every = Object.entries(fieldTypes);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.string({ unit: fc.constantFrom(...'0123456789０９,.$% -+/()\uD83C') }),
);

describe.each(every)('%s', (_kind, reader) => {
  const isAnswer = (reading: unknown) =>
    reading === null ||
    isUnparsable(reading) ||
    typeof reading === 'boolean' ||
    (typeof reading === 'string' && reading !== '') ||
    (typeof reading === 'number' && reading >= 0 && !Object.is(reading, -0));

  test('parses any text, including lone surrogates, without throwing', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        expect(isAnswer(reader.parseText(typed, options))).toBe(true);
      }),
      { examples: [['9'.repeat(400)], ['\uD800'], ['\uDC00'], ['NaN'], ['-0']] },
    );
  });

  test('parses any JSON without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(isAnswer(reader.parseJson(json, options))).toBe(true);
      }),
      { examples: [[-0], [1e21], [1e308], ['\uD800'], [{ __proto__: null }], [[]]] },
    );
  });

  test('an empty text and null are no answer, and an object is not a valid one', () => {
    expect(reader.parseText('', options)).toBeNull();
    expect(reader.parseJson(null, options)).toBeNull();
    expect(reader.parseJson({}, options)).toBe(unparsable);
    expect(reader.parseJson([], options)).toBe(unparsable);
  });
});

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
/** Generators of answers that the rules accept, for each field type. */
const valid = {
  text: fc
    .string({ unit: 'grapheme' })
    .map((given) => fieldTypes.text.parseText(given, options))
    .filter((given) => typeof given === 'string'),
  email: fc.emailAddress(),
  phone: digits(9).map((rest) => `2${rest}`),
  ssn: digits(9),
  taxId: digits(9),
  zip: digits(5),
  state: fc.constantFrom('MN', 'DC', 'TX'),
  industry: digits(6),
  date: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  count: fc.nat(999_999),
  years: fc.nat(9_999),
  money: fc.nat(999_999_999),
  percent: fc.nat(100_00).map((share) => share / 100),
  yesNo: fc.boolean(),
  consent: fc.boolean(),
  choice: fc.constantFrom(...options),
  person: fc.uuid(),
  file: fc.uuid(),
} satisfies { readonly [K in keyof typeof fieldTypes]: unknown };

test.each(every)('%s: parsing what was shown, or what was sent, gives the same answer', (kind, reader) => {
  const answers: fc.Arbitrary<string | number | boolean> = valid[kind as keyof typeof valid];
  fc.assert(
    fc.property(answers, (answer) => {
      const shown = (reader.format as (answer: unknown) => string)(answer);
      expect(reader.parseText(shown, options)).toBe(answer);
      expect(reader.parseJson(JSON.parse(JSON.stringify(answer)), options)).toBe(answer);
    }),
  );
});
