/** Fields that a step of the flow or of the review shows together, and their answers. */

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
  /** The answers to questions of the flow that a change of these fields implies, such as that the billing address differs. */
  readonly assuming?: Questions | undefined;
  /** Whether the fields are on a screen of their own, where the person can leave all of them empty only with Skip (D14). */
  readonly onlySkipLeavesOut?: boolean;
}

/** Returns the answers of a record, or none for a person who isn't entered yet. */
export function answersTo(
  { record, person }: Pick<AskedTogether, 'record' | 'person'>,
  state: ApplicationState,
): Readonly<Record<string, unknown>> {
  if (record === 'application') return state.applicationData;
  if (record === 'disclosures') return state.disclosures;
  if (record === 'questions') return state.questions;
  return person?.answers ?? {};
}

/** Returns those of the fields that are asked, by key. */
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
