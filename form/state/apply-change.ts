/**
 * All consequences of a change: owners removed, answers cleared that are no longer asked, questions reopened, consents void
 * (D6, D13, D14, D16, D17, D31). The page shows them at once; the server writes them in the transaction of the change.
 */
import type { ApplicationAnswers } from '../fields/application.ts';
import { billingKeys } from '../fields/application.ts';
import type { ApplicationState, SectionKey } from '../fields/application-state.ts';
import type { Fields } from '../fields/field.ts';
import { isAsked, maskedKey, storedKeys } from '../fields/field.ts';
import type { RecordName } from '../fields/form.ts';
import { fieldsOf } from '../fields/form.ts';
import { ownersAreAsked } from '../people/ownership.ts';
import type { Person, PersonnelType } from '../people/people.ts';
import { applicantOf, peopleOf, recordOfPerson } from '../people/people.ts';
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
 * The application after a change and all its consequences; an empty change only removes what is void. `guarantorRequired` is
 * the server's table (D16), which the page does not have.
 */
export function applyChange(
  before: ApplicationState,
  change: Change,
  guarantorRequired: (answers: ApplicationAnswers) => boolean = () => before.guarantorRequired,
): ApplicationState {
  const merged = merge(before, change);
  const current = { ...merged, guarantorRequired: guarantorRequired(merged.applicationData) };
  const asked = onlyAsked(withGuarantee(before, current, change));
  return withVoidedConsents(before, withQuestions(before, withConfirmedOwners(before, asked), change));
}

function merge(before: ApplicationState, change: Change): ApplicationState {
  return {
    ...before,
    applicationData: withAnswers(before.applicationData, change.applicationData),
    disclosures: { ...before.disclosures, ...change.disclosures },
    sections: { ...before.sections, ...change.sections },
    personnel: mergePeople(before.personnel, change),
  };
}

/** A record with new answers, which also replace an earlier session's (D55). */
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

/** Voids a guarantee whose giver is removed, and one that was given because it was required and is optional now (D16). */
function withGuarantee(
  before: ApplicationState,
  after: ApplicationState,
  { applicationData = {} }: Change,
): ApplicationState {
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
}

/**
 * The application without answers and owners that are not asked for (D13, D17). One pass is enough, because no `when`
 * depends on an answer that has a `when` of its own.
 */
function onlyAsked(state: ApplicationState): ApplicationState {
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
}

/** The keys of given answers, or of their last four (D41), that are not asked. */
function keysNotAsked(fields: Fields, answers: Values, state: ApplicationState): string[] {
  return Object.entries(fields)
    .filter(([, field]) => !isAsked(field, state))
    .flatMap(([key]) => [key, maskedKey(key)])
    .filter((key) => (answers[key] ?? null) !== null || storedKeys(answers).includes(key));
}

const countOf = (state: ApplicationState, kind: PersonnelType) => peopleOf(state, kind).length;

/** Reopens "No one else owns 25% or more" for a new applicant, and when the number of owners changes (D17). */
function withConfirmedOwners(before: ApplicationState, after: ApplicationState): ApplicationState {
  const peopleChanged =
    countOf(before, 'owner') !== countOf(after, 'owner') ||
    countOf(before, 'applicant') > countOf(after, 'applicant');
  if (after.disclosures.noOtherOwners !== true || !peopleChanged) return after;
  return { ...after, disclosures: { ...after.disclosures, noOtherOwners: null } };
}

/** Answers the questions that are not stored from the stored answers, or reopens them. */
function withQuestions(
  before: ApplicationState,
  after: ApplicationState,
  { applicationData = {} }: Change,
): ApplicationState {
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
      // A billing address, or its absence, answers the question (D14).
      ...(billingKeys.some((key) => key in applicationData) && { billingSame: billingKeys.every(isEmpty) }),
      // A guarantee that could be declined is asked for again once it is required (D16).
      ...((after.guaranteeReopened || mustBeGiven) && { guarantor: null }),
      ...(!ownersStay && { otherOwner: isAny('owner') }),
      ...(!stays('authorized_user') && { authorizedUser: isAny('authorized_user') }),
      // The person to be added is entered now, or no longer wanted.
      ...(!(ownersStay && stays('authorized_user')) && { anotherOwner: null, anotherUser: null }),
    },
  };
}

/** Revokes the consents that a change made void (D31). */
function withVoidedConsents(before: ApplicationState, after: ApplicationState): ApplicationState {
  const voided = voidedAgreements(before, after);
  if (voided.length === 0) return after;
  return { ...after, agreed: { ...after.agreed, ...Object.fromEntries(voided.map((key) => [key, false])) } };
}
