/**
 * Splits a record's answers into those stored readable and those stored sealed, and joins them again. Only `sensitive`
 * in the field's declaration decides (D36, D41, D42).
 */
import type { Fields } from '../../form/fields/field.ts';
import { maskedKey } from '../../form/rules/validate.ts';
import type { Aad, DataKey, Envelope } from './sealing.ts';
import { openText, sealText } from './sealing.ts';

export type Answers = Readonly<Record<string, unknown>>;

/** A record's answers as its row stores them. */
export interface StoredAnswers {
  readonly answers: Answers;
  readonly sealed: Readonly<Record<string, Envelope>>;
}

/** What binds a record's sealed answers to their place; the field's name completes it. */
export type RecordAad = Omit<Aad, 'field'>;

const isGiven = ([, value]: [string, unknown]) => value !== null && value !== undefined;

/**
 * Turns a record into what its row may store. Values that did not change keep their envelope, so that a save seals only
 * new values; cleared answers are left out.
 */
export function sealAnswers(
  fields: Fields,
  answers: Answers,
  key: DataKey,
  aad: RecordAad,
  before?: StoredAnswers & { readonly opened: Answers },
): StoredAnswers {
  const given = Object.entries(answers).filter(isGiven);
  const isSensitive = (field: string) => fields[field]?.sensitive !== undefined;
  const seal = (field: string, value: unknown) => {
    const kept = before?.opened[field] === value ? before?.sealed[field] : undefined;
    return kept ?? sealText(key, JSON.stringify(value), { ...aad, field });
  };
  return {
    answers: Object.fromEntries(given.filter(([field]) => !isSensitive(field))),
    sealed: Object.fromEntries(
      given.filter(([field]) => isSensitive(field)).map(([field, value]) => [field, seal(field, value)]),
    ),
  };
}

/** The whole record, sensitive answers opened. Throws EncryptionError for what was altered or moved. */
export function openAnswers({ answers, sealed }: StoredAnswers, key: DataKey, aad: RecordAad): Answers {
  const opened = Object.entries(sealed).map(([field, envelope]) => [
    field,
    JSON.parse(openText(key, envelope, { ...aad, field })) as unknown,
  ]);
  return { ...answers, ...Object.fromEntries(opened) };
}

/** The record as its own session may read it: masked answers only as their last four (D37). */
export function readBack(fields: Fields, answers: Answers): Answers {
  return Object.fromEntries(
    Object.keys(fields).map((key) => {
      const value = answers[key] ?? null;
      return fields[key]?.sensitive === 'masked'
        ? [maskedKey(key), typeof value === 'string' ? value.slice(-4) : null]
        : [key, value];
    }),
  );
}
