/** The answers and the fields of one record of an application, whichever screen asks for them. */
import type { Field } from './field.ts';
import type { RecordName } from './form.ts';
import { fieldsOf } from './form.ts';
import { isAsked } from './judge.ts';
import type { Person, Situation } from './situation.ts';
import { askedOf } from './situation.ts';

/** Fields that are asked for together: of which record, which of them, and of whom where it is about a person. */
export interface AskedTogether {
  readonly record: RecordName;
  readonly keys: readonly string[];
  readonly person?: Person | undefined;
  /** They stand on their own screen: Next asks for all that is due, and only Skip leaves them out (D14). */
  readonly onlySkipLeavesOut?: boolean;
}

/** The answers that these fields belong to; none yet for a person who is not entered. */
export function answersTo(
  { record, person }: Pick<AskedTogether, 'record' | 'person'>,
  situation: Situation,
): Readonly<Record<string, unknown>> {
  if (record === 'application') return situation.applicationData;
  if (record === 'disclosures') return situation.disclosures;
  if (record === 'questions') return situation.questions;
  return person?.answers ?? {};
}

/** Those of these fields that are asked as things stand, by key. */
export function fieldsAsked(
  { record, keys }: AskedTogether,
  situation: Situation,
): readonly (readonly [key: string, field: Field])[] {
  const fields = fieldsOf(situation.form, record);
  return keys.flatMap((key) => {
    const field = fields[key];
    return field && isAsked(field, askedOf(situation)) ? [[key, field] as const] : [];
  });
}
