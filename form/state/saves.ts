/** Builds the data that the page sends to save answers, and calculates the application after the save (D44). */
import { billingKeys } from '../fields/application.ts';
import type { ApplicationState, SectionKey } from '../fields/application-state.ts';
import { maskedKey } from '../fields/field.ts';
import { fieldsOf, type RecordName } from '../fields/form.ts';
import { noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import { applicantOf, recordOfPerson } from '../people/people.ts';
import { applyChange } from './apply-change.ts';

type Values = Readonly<Record<string, unknown>>;

interface FieldGroup {
  readonly record: RecordName;
  readonly fields: readonly string[];
}

/** The parts of the application that the page sends to the server. `person` contains answers about the step's person. */
export interface Save {
  readonly applicationData?: Values;
  readonly disclosures?: Values;
  readonly person?: Values;
  readonly sections?: Partial<Readonly<Record<SectionKey, true>>>;
}

const sameAsBusiness: Values = Object.fromEntries(billingKeys.map((key) => [key, null]));

/** Returns what to save after an answer to a question of the flow: its consequences, not the answer itself (D14, D16, D17). */
function saveOfQuestions({ billingSame, guarantor, otherOwner }: Values, state: ApplicationState): Save {
  if (billingSame === true) return { applicationData: sameAsBusiness };
  if (typeof guarantor === 'boolean')
    return { applicationData: { guarantorId: guarantor ? (applicantOf(state)?.id ?? null) : null } };
  if (otherOwner === false && ownersOf(state).length === 0 && noOtherOwnersIsDue(state))
    return { disclosures: { noOtherOwners: true } };
  return {};
}

/** Returns what to send to the server to save answers of one record. */
export function saveOf({ record }: { record: RecordName }, values: Values, state: ApplicationState): Save {
  if (record === 'application') return { applicationData: values };
  if (record === 'disclosures') return { disclosures: values };
  if (record === 'questions') return saveOfQuestions(values, state);
  return { person: values };
}

/** Returns whether a save contains anything to send. */
export function isWorthSending(save: Save): boolean {
  return Object.values(save).some((part) => part !== undefined && Object.keys(part).length > 0);
}

/** Returns answers as the page stores them after a save. Shortens masked answers to their last four digits (D41). */
function withoutMasked(state: ApplicationState, record: RecordName, values: Values): Values {
  const fields = fieldsOf(state.form, record);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) =>
      fields[key]?.sensitive === 'masked'
        ? [maskedKey(key), typeof value === 'string' ? value.slice(-4) : null]
        : [key, value],
    ),
  );
}

/** Returns the application after a save. `personId` is the id of the person whose answers are in `save.person`. */
export function applySave(
  state: ApplicationState,
  { person, ...save }: Save,
  personId?: string,
): ApplicationState {
  const about = state.personnel.find(({ id }) => id === personId);
  const answers = person && about && withoutMasked(state, recordOfPerson[about.personnelType], person);
  return applyChange(state, {
    ...save,
    applicationData: withoutMasked(state, 'application', save.applicationData ?? {}),
    ...(about && answers && { person: { id: about.id, answers } }),
  });
}

/** The kinds of data that a save can remove as a consequence of its answers. */
export type Loss = 'owners';

/** Returns the kind of data that a save would remove, if any. The page asks for confirmation before such a save (D17). */
export function lossBefore(state: ApplicationState, save: Save): Loss | undefined {
  const after = applySave(state, save);
  return ownersOf(after).length < ownersOf(state).length ? 'owners' : undefined;
}

/**
 * Returns the state and the save after Skip (D14). In the group of the billing address, Skip makes this address the same as the
 * business address. For any other group, returns the unchanged state and an empty save.
 */
export function skipOf(
  group: FieldGroup | undefined,
  state: ApplicationState,
): { readonly state: ApplicationState; readonly save: Save } {
  if (group?.record !== 'application') return { state, save: {} };
  return {
    state: { ...state, questions: { ...state.questions, billingSame: true } },
    save: { applicationData: Object.fromEntries(group.fields.map((key) => [key, null])) },
  };
}
