/** Encrypts a row's answers as one envelope (D62). Before 2026-11-23, each sensitive answer had its own envelope (D36). */
import { type Fields, maskedKey } from '../../form/fields/field.ts';
import type { Envelope, RowEnvelope } from '../db/tables.ts';
import { type DataKey, openRow, openText, type RowPlace, sealRow } from './sealing.ts';

export type Answers = Readonly<Record<string, unknown>>;

/** The personal content of a row: a person's answers, or an application's answers, disclosures and confirmed sections. */
export interface RowContent {
  readonly answers: Answers;
  readonly disclosures?: Answers;
  readonly sections?: Answers;
  /** The names of answers from earlier sessions, which the current session can't read back (D55). Each value is true. */
  readonly earlier?: Answers;
}

/** The columns in which a row stores its content. */
export interface StoredContent {
  readonly answers: object;
  readonly sealed: object;
  readonly disclosures?: object;
  readonly sections?: object;
}

/** Returns a record without the values that are null or undefined. */
export function withoutCleared(record: object): Answers {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Returns the column that stores this content, encrypted and bound to the row's `version`. Drops cleared answers. */
export function sealContent(
  content: RowContent,
  key: DataKey,
  place: RowPlace,
  version: number,
): { readonly sealed: RowEnvelope } {
  const kept = Object.fromEntries(
    Object.entries(content).map(([part, record]) => [part, withoutCleared(record)]),
  );
  return { sealed: sealRow(key, kept, place, version) };
}

/** Returns a row's envelope, or undefined if the row was written before 2026-11-23 or was erased. */
export function envelopeOf({ sealed }: Pick<StoredContent, 'sealed'>): RowEnvelope | undefined {
  return 'v' in sealed ? (sealed as RowEnvelope) : undefined;
}

/** Decrypts the whole content of a row. Throws EncryptionError if the content was altered or moved. */
export function openContent(stored: StoredContent, key: DataKey, place: RowPlace): RowContent {
  const envelope = envelopeOf(stored);
  if (envelope) return openRow(key, envelope, place) as RowContent;
  const { answers, sealed, ...others } = stored;
  const opened = Object.entries(sealed as Readonly<Record<string, Envelope>>).map(([field, value]) => [
    field,
    JSON.parse(openText(key, value, { ...place, field })) as unknown,
  ]);
  return {
    ...(others as Omit<RowContent, 'answers'>),
    answers: { ...answers, ...Object.fromEntries(opened) },
  };
}

/**
 * Returns the answers that the session may read. Masked answers are reduced to their last four characters (D37). Other sensitive
 * answers from an earlier session are omitted; the result lists the keys of their fields in `stored` (D55).
 */
export function readBack(fields: Fields, answers: Answers, earlier: Answers = {}): Answers {
  const stored = Object.keys(earlier).filter((key) => fields[key]?.sensitive !== 'masked');
  const read = Object.keys(fields)
    .filter((key) => !stored.includes(key))
    .map((key) => {
      const value = answers[key] ?? null;
      return fields[key]?.sensitive === 'masked'
        ? [maskedKey(key), typeof value === 'string' ? value.slice(-4) : null]
        : [key, value];
    });
  return { ...Object.fromEntries(read), ...(stored.length > 0 && { stored }) };
}

/** Returns the names of sensitive answers, each mapped to true. The next session can't read the answers in full (D41, D55). */
export function unreadable(fields: Fields, answers: Answers): Answers {
  return Object.fromEntries(
    Object.keys(answers)
      .filter((key) => fields[key]?.sensitive)
      .map((key) => [key, true]),
  );
}
