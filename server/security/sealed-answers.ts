/**
 * All answers of a row as one envelope (D62), and how rows from before 2026-11-23 are read: of these only the sensitive
 * answers were sealed, each by itself (D36). What is read back to the applicant is decided by `sensitive` (D41).
 */
import { type Fields, maskedKey } from '../../form/fields/field.ts';
import type { Envelope, RowEnvelope } from '../db/tables.ts';
import { type DataKey, openRow, openText, type RowPlace, sealRow } from './sealing.ts';

export type Answers = Readonly<Record<string, unknown>>;

/** What is personal in a row: a person's answers; of the application also the disclosures and confirmed sections. */
export interface RowContent {
  readonly answers: Answers;
  readonly disclosures?: Answers;
  readonly sections?: Answers;
  /** True for each answer that an earlier session gave and that is not read back (D55). */
  readonly earlier?: Answers;
}

/** The same as its row stores it. */
export interface StoredContent {
  readonly answers: object;
  readonly sealed: object;
  readonly disclosures?: object;
  readonly sections?: object;
}

/** A record without what was cleared. */
export function withoutCleared(record: object): Answers {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** The columns of a row with this content, as its given version; cleared answers are left out. */
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

/** The envelope of a row; undefined where the row is from before, or was erased. */
export function envelopeOf({ sealed }: Pick<StoredContent, 'sealed'>): RowEnvelope | undefined {
  return 'v' in sealed ? (sealed as RowEnvelope) : undefined;
}

/** The whole content of a row. Throws EncryptionError for what was altered or moved. */
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
 * The record as its own session may read it: masked answers only as their last four (D37), and those that an earlier
 * session gave by their names alone, in `stored` (D55).
 */
export function readBack(fields: Fields, answers: Answers, earlier: Answers = {}): Answers {
  const stored = Object.keys(earlier);
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

/** The answers that the next session is not to read back: those of fields declared `sealed` (D41, D55). */
export function unreadable(fields: Fields, answers: Answers): Answers {
  return Object.fromEntries(
    Object.keys(answers)
      .filter((key) => fields[key]?.sensitive === 'sealed')
      .map((key) => [key, true]),
  );
}
