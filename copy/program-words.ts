/** Checks and applies a program's own words for fields, keyed by language (D13, D50). */
import type { FieldWords, Overrides, RecordName, WordKind } from '../form/fields/form.ts';
import { fieldAt, isObject, wordKinds } from '../form/fields/form.ts';
import type { Copy, FieldCopy } from './copy.ts';
import { languages } from './language.ts';
import { fieldCopy } from './sentences.ts';

/** A program's own words for fields, keyed by language. Languages can be missing. */
export type ProgramWords = { readonly [language: string]: FieldWords };

/** Returns an error for each problem with a program's words (D7, D13). If there is no error, `copyWith` can apply the words. */
export function wordErrors(words: unknown): string[] {
  if (!isObject(words)) return ['words must be an object of words by language'];
  return Object.entries(words).flatMap(([language, fields]) => {
    if (!(languages as readonly string[]).includes(language))
      return [`words.${language}: there is no such language; there is ${languages.join(', ')}`];
    if (!isObject(fields)) return [`words.${language} must be an object of words by field`];
    return Object.entries(fields).flatMap(([path, own]) =>
      fieldWordErrors(path, own).map((error) => `words.${language}.${path}: ${error}`),
    );
  });
}

function fieldWordErrors(path: string, own: unknown): string[] {
  if (!fieldAt(path)) return ['there is no such field'];
  if (!isObject(own)) return ['must be an object'];
  return Object.entries(own).flatMap(([kind, text]) => {
    if (!(wordKinds as readonly string[]).includes(kind))
      return [`${kind} cannot be changed; allowed are ${wordKinds.join(', ')}`];
    return typeof text === 'string' && text.trim() !== '' ? [] : [`${kind} must be a text`];
  });
}

/** Returns an error for each field that a program makes required although the field's label still says “(optional)”. */
export function optionalLabelErrors(copy: Copy, overrides: Overrides): string[] {
  return Object.entries(overrides).flatMap(([path, { required }]) => {
    const [record = '', key = ''] = path.split('.');
    if (!required || !fieldAt(path)) return [];
    return fieldCopy(copy, record as RecordName, key)?.label.includes(copy.optional)
      ? [`fields.${path}: a required field needs a label without “${copy.optional}”`]
      : [];
  });
}

/** Returns the product's words, some replaced by a program's own words. Call it only if `wordErrors` found no problem. */
export function copyWith<C extends Copy>(copy: C, words: FieldWords): C {
  const fields = Object.entries(copy.fields).map(([record, ofRecord]) => {
    const own = Object.entries(ofRecord).map(([key, ofField]) => {
      const replaced: Partial<Pick<FieldCopy, WordKind>> = words[`${record}.${key}`] ?? {};
      return [key, { ...ofField, ...replaced }];
    });
    return [record, Object.fromEntries(own)];
  });
  return { ...copy, fields: Object.fromEntries(fields) as Copy['fields'] };
}
