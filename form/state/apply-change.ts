/** Applies a change and its consequences, first on the page and then on the server (D6, D13, D14, D16, D17, D31). */
import { type ApplicationAnswers, billingKeys } from '../fields/application.ts';
import type { ApplicationState, SectionKey } from '../fields/application-state.ts';
import { type Fields, isAsked, maskedKey, storedKeys } from '../fields/field.ts';
import { fieldsOf, type RecordName } from '../fields/form.ts';
import { mayUseSsn } from '../lists/organization-types.ts';
import { ownersAreAsked } from '../people/ownership.ts';
import { applicantOf, type Person, type PersonnelType, peopleOf, recordOfPerson } from '../people/people.ts';
import { voidedAgreements } from './consents.ts';

type Values = Readonly<Record<string, unknown>>;

export interface Change {
  readonly applicationData?: Values;
  readonly disclosures?: Values;
  readonly sections?: Partial<Readonly<Record<SectionKey, true>>>;
  readonly person?: { readonly id: string; readonly answers: Values };
  readonly added?: Person;
  /** The id of the removed person. */
  readonly removed?: string;
}

/**
 * Returns the application after a change and its consequences. The server passes `guarantorRequired`, which decides from answers
 * whether the program requires a guarantor (D16). Without this function, the requirement stays as it was.
 */
export function applyChange(
  before: ApplicationState,
  change: Change,
  guarantorRequired: (answers: ApplicationAnswers) => boolean = () => before.guarantorRequired,
): ApplicationState {
  const merged = merge(before, change);
  const current = { ...merged, guarantorRequired: guarantorRequired(merged.applicationData) };
  return consequences.reduce((after, consequence) => consequence(before, after, change), current);
}

/** Returns the application with one kind of consequence. `after` contains the change and all earlier consequences. */
type Consequence = (before: ApplicationState, after: ApplicationState, change: Change) => ApplicationState;

function merge(before: ApplicationState, change: Change): ApplicationState {
  return {
    ...before,
    applicationData: withAnswers(before.applicationData, change.applicationData),
    disclosures: { ...before.disclosures, ...change.disclosures },
    sections: { ...before.sections, ...change.sections },
    personnel: mergePeople(before.personnel, change),
  };
}

/** Returns a record with new answers. They replace older answers, including those from an earlier session (D55). */
function withAnswers<R extends Values>(record: R, answers: Values = {}): R {
  const stored = storedKeys(record).filter((key) => !(key in answers));
  return { ...record, ...answers, ...('stored' in record && { stored }) };
}

function mergePeople(personnel: readonly Person[], { person, added, removed }: Change): readonly Person[] {
  const merged = personnel
    .filter(({ id }) => id !== removed)
    .map((one) =>
      one.id === person?.id ? { ...one, answers: withAnswers(one.answers, person.answers) } : one,
    );
  return added ? [...merged, added] : merged;
}

/** Voids a guarantee if the change removes the guarantor or makes a required guarantee optional (D16). */
const withGuarantee: Consequence = (before, after, { applicationData = {} }) => {
  if ('guarantorId' in applicationData) return { ...after, guaranteeReopened: false };
  const given = after.applicationData.guarantorId ?? null;
  const isGone = given === applicantOf(before)?.id && given !== applicantOf(after)?.id;
  const isFree = before.guarantorRequired && !after.guarantorRequired;
  if (given === null || !(isGone || isFree)) return after;
  return {
    ...after,
    applicationData: { ...after.applicationData, guarantorId: null },
    guaranteeReopened: true,
  };
};

/** Clears a tax ID that is a Social Security number if the business's legal form no longer allows one (D67). */
const withTaxId: Consequence = (before, after, { applicationData = {} }) => {
  const wasSsn = before.applicationData.taxIdKind === 'ssn';
  if (!wasSsn || mayUseSsn(after.applicationData.organizationType) || 'taxId' in applicationData)
    return after;
  const given = ['taxId', maskedKey('taxId')].filter((key) => key in after.applicationData);
  const cleared = Object.fromEntries(given.map((key) => [key, null]));
  return { ...after, applicationData: withAnswers(after.applicationData, cleared) };
};

/** Removes answers and owners that aren't asked for (D13, D17). One pass is enough: no removal changes which fields are asked. */
const onlyAsked: Consequence = (_before, state) => {
  const kept = <R extends Values>(record: RecordName, answers: R): R => {
    const voided = keysNotAsked(fieldsOf(state.form, record), answers, state);
    if (voided.length === 0) return answers;
    return withAnswers(answers, Object.fromEntries(voided.map((key) => [key, null])));
  };
  const people = state.personnel.filter(
    ({ personnelType }) => personnelType !== 'owner' || ownersAreAsked(state),
  );
  return {
    ...state,
    applicationData: kept('application', state.applicationData),
    disclosures: kept('disclosures', state.disclosures),
    personnel: people.map((person) => {
      const answers = kept(recordOfPerson[person.personnelType], person.answers);
      return answers === person.answers ? person : { ...person, answers };
    }),
  };
};

/** Returns the keys of the answers to questions that aren't asked, and the keys of the last four digits of such answers (D41). */
function keysNotAsked(fields: Fields, answers: Values, state: ApplicationState): string[] {
  return Object.entries(fields)
    .filter(([, field]) => !isAsked(field, state))
    .flatMap(([key]) => [key, maskedKey(key)])
    .filter((key) => (answers[key] ?? null) !== null || storedKeys(answers).includes(key));
}

const countOf = (state: ApplicationState, kind: PersonnelType) => peopleOf(state, kind).length;

/** Clears the confirmation `noOtherOwners` if the applicant was removed or if the number of owners changed (D17). */
const withConfirmedOwners: Consequence = (before, after) => {
  const peopleChanged =
    countOf(before, 'owner') !== countOf(after, 'owner') ||
    countOf(before, 'applicant') > countOf(after, 'applicant');
  if (after.disclosures.noOtherOwners !== true || !peopleChanged) return after;
  return { ...after, disclosures: { ...after.disclosures, noOtherOwners: null } };
};

/**
 * Updates the answers to the flow's questions after a change: sets an answer that the change implies, clears an answer for which
 * the page must ask again, and keeps the others.
 */
const withQuestions: Consequence = (before, after, { applicationData = {} }) => {
  const { questions } = before;
  const mustBeGiven =
    !before.guarantorRequired &&
    after.guarantorRequired &&
    (after.applicationData.guarantorId ?? null) === null;
  const isEmpty = (key: (typeof billingKeys)[number]) => (after.applicationData[key] ?? null) === null;
  const stays = (kind: PersonnelType) => countOf(before, kind) === countOf(after, kind);
  const isAny = (kind: PersonnelType) => countOf(after, kind) > 0 || null;
  const confirmationIsLost =
    before.disclosures.noOtherOwners === true && after.disclosures.noOtherOwners !== true;
  const askedAsBefore = ownersAreAsked(before) === ownersAreAsked(after);
  const ownersStay =
    stays('owner') && askedAsBefore && !(confirmationIsLost && countOf(after, 'owner') === 0);
  return {
    ...after,
    questions: {
      ...questions,
      // A change of the billing address answers the question whether it is the same as the business address (D14).
      ...(billingKeys.some((key) => key in applicationData) && { billingSame: billingKeys.every(isEmpty) }),
      // Ask about the guarantee again if it became void, or if a declined guarantee became required (D16).
      ...((after.guaranteeReopened || mustBeGiven) && { guarantor: null }),
      ...(!ownersStay && { otherOwner: isAny('owner') }),
      ...(!stays('authorized_user') && { authorizedUser: isAny('authorized_user') }),
      // No one is being added anymore, because the number of people changed or the question about owners starts over.
      ...(!(ownersStay && stays('authorized_user')) && { anotherOwner: null, anotherUser: null }),
    },
  };
};

/** Voids the consents to agreements whose text is affected by the change (D31). */
const withVoidedConsents: Consequence = (before, after) => {
  const voided = voidedAgreements(before, after);
  if (voided.length === 0) return after;
  return { ...after, agreed: { ...after.agreed, ...Object.fromEntries(voided.map((key) => [key, false])) } };
};

const consequences = [
  withGuarantee,
  withTaxId,
  onlyAsked,
  withConfirmedOwners,
  withQuestions,
  withVoidedConsents,
];
