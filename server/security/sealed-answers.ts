/**
 * Splits a record's answers into those that rest readable and those that rest sealed, and puts them together again.
 * `sensitive` of the field's declaration is the only switch (D36, D41, D42).
 */
import type { Fields } from '../../form/field.ts';
import { maskedKey } from '../../form/judge.ts';
import type { Aad, DataKey, Envelope } from './encryption.ts';
import { openText, sealText } from './encryption.ts';

export type Answers = Readonly<Record<string, unknown>>;

/** A record as its row holds it. */
export interface RestingAnswers {
  readonly answers: Answers;
  readonly sealed: Readonly<Record<string, Envelope>>;
}

/** Where a record rests; the field's name completes it. */
export type RecordPlace = Omit<Aad, 'field'>;

const isGiven = ([, value]: [string, unknown]) => value !== null && value !== undefined;

/**
 * The record as it may rest. Values that did not change keep their envelope, so that a save seals only what it was
 * sent; cleared answers are left out.
 */
export function sealAnswers(
  fields: Fields,
  answers: Answers,
  key: DataKey,
  place: RecordPlace,
  before?: RestingAnswers & { readonly opened: Answers },
): RestingAnswers {
  const given = Object.entries(answers).filter(isGiven);
  const isSensitive = (field: string) => fields[field]?.sensitive !== undefined;
  const seal = (field: string, value: unknown) => {
    const kept = before?.opened[field] === value ? before?.sealed[field] : undefined;
    return kept ?? sealText(key, JSON.stringify(value), { ...place, field });
  };
  return {
    answers: Object.fromEntries(given.filter(([field]) => !isSensitive(field))),
    sealed: Object.fromEntries(
      given.filter(([field]) => isSensitive(field)).map(([field, value]) => [field, seal(field, value)]),
    ),
  };
}

/** The whole record, sensitive answers opened. Throws EncryptionError for what was altered or moved. */
export function openAnswers({ answers, sealed }: RestingAnswers, key: DataKey, place: RecordPlace): Answers {
  const opened = Object.entries(sealed).map(([field, envelope]) => [
    field,
    JSON.parse(openText(key, envelope, { ...place, field })) as unknown,
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
