/** Finds the fields that the page shows together at a step or in the review, and their answers. */
import type { ApplicationState } from '../fields/application-state.ts';
import { type Field, isAsked } from '../fields/field.ts';
import { fieldsOf, type RecordName } from '../fields/form.ts';
import type { Questions } from '../fields/questions.ts';
import type { Person } from '../people/people.ts';

export interface AskedTogether {
  readonly record: RecordName;
  readonly keys: readonly string[];
  readonly person?: Person | undefined;
  /**
   * The answers that a change of these fields implies. For example, a change of the billing address implies that the billing
   * address is not the same as the business address.
   */
  readonly assuming?: Questions | undefined;
  /** Whether the fields are asked at a step of the flow. There, a person can leave all of them empty only with Skip (D14). */
  readonly onlySkipLeavesOut?: boolean;
}

/** Returns the answers of a record. Returns no answers if the record's person hasn't been entered yet. */
export function answersTo(
  { record, person }: Pick<AskedTogether, 'record' | 'person'>,
  state: ApplicationState,
): Readonly<Record<string, unknown>> {
  if (record === 'application') return state.applicationData;
  if (record === 'disclosures') return state.disclosures;
  if (record === 'questions') return state.questions;
  return person?.answers ?? {};
}

/** Returns the fields in `keys` that the application asks for, with their keys. */
export function fieldsAsked(
  { record, keys, assuming }: AskedTogether,
  state: ApplicationState,
): readonly (readonly [key: string, field: Field])[] {
  const fields = fieldsOf(state.form, record);
  const assumed = assuming ? { ...state, questions: { ...state.questions, ...assuming } } : state;
  return keys.flatMap((key) => {
    const field = fields[key];
    return field && isAsked(field, assumed) ? [[key, field] as const] : [];
  });
}
