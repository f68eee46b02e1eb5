/** Finds the step that asks for a refused answer, by the answer's path in the API, such as `personnel.{id}.ssn`. */
import type { ApplicationState } from '../fields/application-state.ts';
import type { RecordName } from '../fields/form.ts';
import { lastStepOf, stepsOf } from '../flow/navigation.ts';
import { groupAt, personAt, type Step, sameStep, stepUnderYes } from '../flow/steps.ts';
import { recordOfPerson } from '../people/people.ts';
import type { Save } from '../state/saves.ts';

/** Returns the key of the field at this path. For `guarantorId`, returns the key of the question about the guarantee (D16). */
export function fieldAsked(path: string): string {
  const key = path.slice(path.lastIndexOf('.') + 1);
  return key === 'guarantorId' ? 'guarantor' : key;
}

/** Returns the record, and the person's id if any, of the field at this path. Returns undefined if the record is unknown. */
export function recordAsked(
  path: string,
  { personnel }: ApplicationState,
): { readonly record: RecordName; readonly personId?: string | undefined } | undefined {
  const [part, id] = path.split('.');
  if (part === 'applicationData')
    return { record: fieldAsked(path) === 'guarantor' ? 'questions' : 'application' };
  if (part === 'disclosures') return { record: 'disclosures' };
  if (id === 'applicant') return { record: 'applicant' };
  const person = personnel.find((one) => one.id === id);
  return person && { record: recordOfPerson[person.personnelType], personId: person.id };
}

/** Returns the step that asks for the field at this path, or undefined if no step does. */
export function whereAsked(path: string, state: ApplicationState): Step | undefined {
  const field = fieldAsked(path);
  if (field === 'noOtherOwners') return lastStepOf('owner', state);
  const asked = recordAsked(path, state);
  const asksAt = (step: Step) => {
    const group = groupAt(step);
    if (!asked || group?.record !== asked.record) return false;
    if (asked.personId !== undefined && personAt(step, state)?.id !== asked.personId) return false;
    return (group.fields as readonly string[]).includes(field);
  };
  return stepsOf(state).find((step) => {
    const below = stepUnderYes(step);
    return asksAt(step) || (below !== undefined && asksAt(below));
  });
}

/** Returns whether a save contains the answer at this path. Finds only answers about the business, and disclosures. */
function wasSent(path: string, { applicationData = {}, disclosures = {} }: Save): boolean {
  const [part, key = ''] = path.split('.');
  return (
    (part === 'applicationData' && key in applicationData) || (part === 'disclosures' && key in disclosures)
  );
}

/**
 * Returns the step that asks for the first refused answer, and all errors at this step. If a section is confirmed too early, the
 * server refuses answers that weren't sent (D11). Returns undefined if `sent` contains a refused answer, or if none has a step.
 */
export function errorsElsewhere<P extends { readonly field: string }>(
  refused: readonly P[],
  sent: Save,
  state: ApplicationState,
): { readonly step: Step; readonly errors: readonly P[] } | undefined {
  if (refused.some(({ field }) => wasSent(field, sent))) return undefined;
  const asked = refused.flatMap((error) => {
    const step = whereAsked(error.field, state);
    return step ? [{ step, error }] : [];
  });
  const [first] = asked;
  if (!first) return undefined;
  const there = asked.filter(({ step }) => sameStep(step, first.step));
  return { step: first.step, errors: there.map(({ error }) => error) };
}
