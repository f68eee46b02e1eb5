/** The fields that a step, or a change from the review, shows together, and their answers. */

import type { ApplicationState } from '../fields/application-state.ts';
import type { Field } from '../fields/field.ts';
import { isAsked } from '../fields/field.ts';
import type { RecordName } from '../fields/form.ts';
import { fieldsOf } from '../fields/form.ts';
import type { Questions } from '../fields/questions.ts';
import type { Person } from '../people/people.ts';

export interface AskedTogether {
  readonly record: RecordName;
  readonly keys: readonly string[];
  readonly person?: Person | undefined;
  /** Answers to questions that changing these fields implies, such as that the billing address differs. */
  readonly assuming?: Questions | undefined;
  /** They are on their own screen, where only Skip leaves all of them empty (D14). */
  readonly onlySkipLeavesOut?: boolean;
}

/** The answers of a record; empty for a person who is not entered yet. */
export function answersTo(
  { record, person }: Pick<AskedTogether, 'record' | 'person'>,
  state: ApplicationState,
): Readonly<Record<string, unknown>> {
  if (record === 'application') return state.applicationData;
  if (record === 'disclosures') return state.disclosures;
  if (record === 'questions') return state.questions;
  return person?.answers ?? {};
}

/** The fields that are asked, by key. */
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
