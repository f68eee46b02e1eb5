import { describe, expect, test } from 'vitest';
import { baseForm, formWith } from '../form/fields/form.ts';
import { en } from './en/en.ts';
import { copyWith, optionalLabelErrors, wordErrors } from './program-words.ts';
import { fieldWords } from './sentences.ts';

const dba = { record: 'application', key: 'dba', field: baseForm.application.dba } as const;
describe('a hint', () => {
  test('shows the limit of the rule, which a program may have tightened (D13, D50)', () => {
    // The hint about a share always contains a lower limit. This limit is 0 unless the program sets another.
    const form = formWith({ 'applicant.percentageOwned': { minValue: 10, maxValue: 90 } });
    const hintIn = ({ applicant }: typeof form) =>
      fieldWords(en, { record: 'applicant', key: 'percentageOwned', field: applicant.percentageOwned }).hint;
    expect(hintIn(baseForm)).toBe('Percent, 0 to 100');
    expect(hintIn(form)).toBe('Percent, 10 to 90');
  });

  test('no text of a field has a limit that is not filled in', () => {
    const texts = (Object.keys(baseForm) as (keyof typeof baseForm)[]).flatMap((record) =>
      Object.entries(baseForm[record]).map(([key, field]) =>
        Object.values(fieldWords(en, { record, key, field }, { name: 'Dana' })).join(' '),
      ),
    );
    expect(texts.filter((text) => /[{}]/.test(text))).toEqual([]);
  });
});

describe('a program’s own words', () => {
  test('replace the words of that field, and of no other field', () => {
    const copy = copyWith(en, { 'application.dba': { label: 'Shop name', hint: 'At most {max} letters' } });
    expect(fieldWords(copy, dba)).toEqual({
      label: 'Shop name',
      hint: 'At most 50 letters',
      help: en.fields.application.dba.help,
    });
    expect({ ...copy.fields.application, dba: en.fields.application.dba }).toEqual(en.fields.application);
    expect(copy.fields.owner).toEqual(en.fields.owner);
    expect({ ...copy, fields: en.fields }).toEqual(en);
  });

  test('cannot remove wording that the law requires before an answer (D60)', () => {
    const path = 'applicant.grossAnnualIncome';
    const own = { label: 'Pay', hint: 'A round sum', help: 'All that you earn.' };
    const copy = copyWith(en, { [path]: own });
    const field = baseForm.applicant.grossAnnualIncome;
    const asked = { record: 'applicant', key: 'grossAnnualIncome', field } as const;
    expect(fieldWords(copy, asked).hint).toBe(
      'A round sum. You don’t have to include income from alimony, child support, or separate maintenance payments unless you want us to count it.',
    );
    expect(wordErrors({ en: { [path]: { byLaw: 'x' } } })).toEqual([
      expect.stringContaining(`words.en.${path}: byLaw cannot be changed`),
    ]);
  });

  test('do not replace the advice about wrong answers, or the options', () => {
    const words = { 'application.organizationType': { label: 'Your legal form' } };
    const { organizationType } = copyWith(en, words).fields.application;
    expect(organizationType).toEqual({
      ...en.fields.application.organizationType,
      label: 'Your legal form',
    });
  });

  test.each<[what: string, words: unknown, ...errors: string[]]>([
    ['nothing', {}],
    ['a label', { en: { 'application.dba': { label: 'Shop name' } } }],
    ['no object', 'x', 'words must be an object of words by language'],
    ['a list', [], 'words must be an object of words by language'],
    ['another language', { fr: {} }, 'words.fr: there is no such language; there is en'],
    ['a list of a language', { en: [] }, 'words.en must be an object of words by field'],
    [
      'a misspelled field',
      { en: { 'application.dbaa': {} } },
      'words.en.application.dbaa: there is no such field',
    ],
    [
      'inherited names',
      { en: { 'constructor.name': {} } },
      'words.en.constructor.name: there is no such field',
    ],
    [
      'a text in place of an object',
      { en: { 'application.dba': 'x' } },
      'words.en.application.dba: must be an object',
    ],
    [
      'a limit',
      { en: { 'application.dba': { maxLength: 5 } } },
      'words.en.application.dba: maxLength cannot be changed; allowed are label, hint, help, before, needed, yes, no, noEnds',
    ],
    [
      'an empty label and a number for a hint',
      { en: { 'application.dba': { label: ' ', hint: 5 } } },
      'words.en.application.dba: label must be a text',
      'words.en.application.dba: hint must be a text',
    ],
  ])('are checked: %s', (_what, words, ...errors) => {
    expect(wordErrors(words)).toEqual(errors);
  });

  test('must not call a field optional that the program requires', () => {
    const required = { 'application.dba': { required: true } };
    const error = 'fields.application.dba: a required field needs a label without “(optional)”';
    expect(optionalLabelErrors(en, required)).toEqual([error]);
    const named = copyWith(en, { 'application.dba': { label: 'Trade name' } });
    expect(optionalLabelErrors(named, required)).toEqual([]);
    expect(optionalLabelErrors(en, {})).toEqual([]);
  });
});

test('the fix for a date names the first year that is accepted', () => {
  expect(en.fields.applicant.dateOfBirth.fixes?.invalid).toBe('Enter a valid date, {earliest} or later.');
});
