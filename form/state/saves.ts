/**
 * What the page sends to the server for the answers of a step, and the application after that. The page goes to the next
 * step at once, and saves in the background (D44).
 */
import { billingKeys } from '../fields/application.ts';
import type { ApplicationState, SectionKey } from '../fields/application-state.ts';
import { maskedKey } from '../fields/field.ts';
import type { RecordName } from '../fields/form.ts';
import { fieldsOf } from '../fields/form.ts';
import { noOtherOwnersIsDue, ownersOf } from '../people/ownership.ts';
import { applicantOf, recordOfPerson } from '../people/people.ts';
import { applyChange } from './apply-change.ts';

type Values = Readonly<Record<string, unknown>>;

interface FieldGroup {
  readonly record: RecordName;
  readonly fields: readonly string[];
}

/** The parts of the application that are sent, or the answers of the step's person. */
export interface Save {
  readonly applicationData?: Values;
  readonly disclosures?: Values;
  readonly person?: Values;
  readonly sections?: Partial<Readonly<Record<SectionKey, true>>>;
}

const sameAsBusiness: Values = Object.fromEntries(billingKeys.map((key) => [key, null]));

/** The save for the answer to a question that is not stored itself (D14, D16, D17). */
function saveOfQuestions({ billingSame, guarantor, otherOwner }: Values, state: ApplicationState): Save {
  if (billingSame === true) return { applicationData: sameAsBusiness };
  if (typeof guarantor === 'boolean')
    return { applicationData: { guarantorId: guarantor ? (applicantOf(state)?.id ?? null) : null } };
  if (otherOwner === false && ownersOf(state).length === 0 && noOtherOwnersIsDue(state))
    return { disclosures: { noOtherOwners: true } };
  return {};
}

/** The save for answers of one record. */
export function saveOf({ record }: { record: RecordName }, values: Values, state: ApplicationState): Save {
  if (record === 'application') return { applicationData: values };
  if (record === 'disclosures') return { disclosures: values };
  if (record === 'questions') return saveOfQuestions(values, state);
  return { person: values };
}

/** True if there is something to send. */
export function isWorthSending(save: Save): boolean {
  return Object.values(save).some((part) => part !== undefined && Object.keys(part).length > 0);
}

/** Answers as the page keeps them: masked ones as their last four (D41). */
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

/** The application after a save; `personId` is the person of `save.person`. */
export function applySave(
  state: ApplicationState,
  { person, ...save }: Save,
  personId?: string,
): ApplicationState {
  const about = state.personnel.find(({ id }) => id === personId);
  return applyChange(state, {
    ...save,
    applicationData: withoutMasked(state, 'application', save.applicationData ?? {}),
    ...(person &&
      about && {
        person: {
          id: about.id,
          answers: withoutMasked(state, recordOfPerson[about.personnelType], person),
        },
      }),
  });
}

/** What a save can remove besides the answers that it changes. */
export type Loss = 'owners';

/** The loss that the page confirms before a save (D17); undefined if nothing is lost. */
export function lossBefore(state: ApplicationState, save: Save): Loss | undefined {
  const after = applySave(state, save);
  return ownersOf(after).length < ownersOf(state).length ? 'owners' : undefined;
}

/**
 * The state and the save after Skip (D14): without a billing address it is the business address, a question is answered with
 * no, and any other group changes nothing here.
 */
export function skipOf(
  group: FieldGroup | undefined,
  state: ApplicationState,
): { readonly state: ApplicationState; readonly save: Save } {
  const answered = (answers: Values) => ({ ...state, questions: { ...state.questions, ...answers } });
  if (group?.record === 'application')
    return {
      state: answered({ billingSame: true }),
      save: { applicationData: Object.fromEntries(group.fields.map((key) => [key, null])) },
    };
  if (group?.record === 'questions')
    return { state: answered(Object.fromEntries(group.fields.map((key) => [key, false]))), save: {} };
  return { state, save: {} };
}
