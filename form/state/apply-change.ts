/**
 * All consequences of a change: owners removed, answers cleared that are not asked any more, questions reopened,
 * consents void (D6, D13, D14, D16, D17, D31). The page shows them at once, and the server writes them in the same
 * transaction as the change, both by this one function.
 */
import type { ApplicationAnswers } from '../fields/application.ts';
import { billingKeys } from '../fields/application.ts';
import type { ApplicationState, SectionKey } from '../fields/application-state.ts';
import type { Fields } from '../fields/field.ts';
import { isAsked, maskedKey, storedKeys } from '../fields/field.ts';
import { fieldsOf } from '../fields/form.ts';
import { ownersAreAsked } from '../people/ownership.ts';
import type { Person, PersonnelType } from '../people/people.ts';
import { applicantOf, recordOfPerson } from '../people/people.ts';
import { voidedAgreements } from './consents.ts';

type Values = Readonly<Record<string, unknown>>;

/** What is changed in one step. */
export interface Change {
  readonly applicationData?: Values;
  readonly disclosures?: Values;
  readonly sections?: Partial<Readonly<Record<SectionKey, true>>>;
  /** New answers of a person who is entered already. */
  readonly person?: { readonly id: string; readonly answers: Values };
  readonly added?: Person;
  /** The id of the person who is removed. */
  readonly removed?: string;
}

/**
 * The application after a change and all its consequences; an empty change removes what is void and nothing else.
 * `guarantorRequired` is the server's table (D16); the page leaves it out until the server tells it.
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

function merge(
  before: ApplicationState,
  { applicationData, disclosures, sections, ...people }: Change,
): ApplicationState {
  return {
    ...before,
    applicationData: withAnswers(before.applicationData, applicationData),
    disclosures: { ...before.disclosures, ...disclosures },
    sections: { ...before.sections, ...sections },
    personnel: mergePeople(before.personnel, people),
  };
}

/** A record with new answers, which also replace those that an earlier session gave (D55). */
function withAnswers<R extends Values>(record: R, answers: Values = {}): R {
  const stored = storedKeys(record).filter((key) => !(key in answers));
  return { ...record, ...answers, ...('stored' in record && { stored }) };
}

function mergePeople(
  personnel: readonly Person[],
  { person, added, removed }: Pick<Change, 'person' | 'added' | 'removed'>,
): readonly Person[] {
  const there = personnel
    .filter(({ id }) => id !== removed)
    .map((one) =>
      one.id === person?.id ? { ...one, answers: withAnswers(one.answers, person.answers) } : one,
    );
  return added ? [...there, added] : there;
}

/**
 * A guarantee is void once the applicant who gave it is removed. One that was given because it was required is asked
 * for again once it is optional (D16).
 */
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
 * The application without answers and owners that are not asked for (D13, D17). Removing an answer can make another
 * question go away, so this repeats until nothing more is removed.
 */
function onlyAsked(state: ApplicationState): ApplicationState {
  const { form, applicationData, disclosures, personnel } = state;
  let removed = false;
  const kept = <R extends Values>(fields: Fields, answers: R): R => {
    const voided = keysNotAsked(fields, answers, state);
    if (voided.length === 0) return answers;
    removed = true;
    return withAnswers(answers, Object.fromEntries(voided.map((key) => [key, null])));
  };
  const people = personnel.filter(({ personnelType }) => personnelType !== 'owner' || ownersAreAsked(state));
  const asked = {
    ...state,
    applicationData: kept(fieldsOf(form, 'application'), applicationData),
    disclosures: kept(fieldsOf(form, 'disclosures'), disclosures),
    personnel: people.map((person) => {
      const answers = kept(fieldsOf(form, recordOfPerson[person.personnelType]), person.answers);
      return answers === person.answers ? person : { ...person, answers };
    }),
  };
  return removed ? onlyAsked(asked) : asked;
}

/** The keys of answers that are given and not asked, whole or as their last four (D41). */
function keysNotAsked(fields: Fields, answers: Values, state: ApplicationState): string[] {
  return Object.entries(fields)
    .filter(([, field]) => !isAsked(field, state))
    .flatMap(([key]) => [key, maskedKey(key)])
    .filter((key) => (answers[key] ?? null) !== null || storedKeys(answers).includes(key));
}

const countOf = ({ personnel }: ApplicationState, kind: PersonnelType) =>
  personnel.filter(({ personnelType }) => personnelType === kind).length;

/** "No one else owns 25% or more" must be confirmed again by a new applicant, and when the owners change (D17). */
function withConfirmedOwners(before: ApplicationState, after: ApplicationState): ApplicationState {
  const ofOthers =
    countOf(before, 'owner') !== countOf(after, 'owner') ||
    countOf(before, 'applicant') > countOf(after, 'applicant');
  if (after.disclosures.noOtherOwners !== true || !ofOthers) return after;
  return { ...after, disclosures: { ...after.disclosures, noOtherOwners: null } };
}

/** The questions whose answers are not stored: answered from the stored answers, or reopened. */
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
  const isThere = (kind: PersonnelType) => countOf(after, kind) > 0 || null;
  const confirmationIsLost =
    before.disclosures.noOtherOwners === true && after.disclosures.noOtherOwners !== true;
  const askedAsBefore = ownersAreAsked(before) === ownersAreAsked(after);
  const ownersStay =
    stays('owner') && askedAsBefore && !(confirmationIsLost && countOf(after, 'owner') === 0);
  return {
    ...after,
    questions: {
      ...questions,
      // A billing address answers whether there is one of its own, and so does leaving it out (D14).
      ...(billingKeys.some((key) => key in applicationData) && { billingSame: billingKeys.every(isEmpty) }),
      // A guarantee that could be declined is asked for again once it must be given (D16).
      ...((after.guaranteeReopened || mustBeGiven) && { guarantor: null }),
      ...(!ownersStay && { otherOwner: isThere('owner') }),
      ...(!stays('authorized_user') && { authorizedUser: isThere('authorized_user') }),
      // The person to be added is entered now, or is not wanted any more.
      ...(!(ownersStay && stays('authorized_user')) && { anotherOwner: null, anotherUser: null }),
    },
  };
}

/** Takes back the consents that a change made void (D31). */
function withVoidedConsents(before: ApplicationState, after: ApplicationState): ApplicationState {
  const voided = voidedAgreements(before, after);
  if (voided.length === 0) return after;
  return { ...after, agreed: { ...after.agreed, ...Object.fromEntries(voided.map((key) => [key, false])) } };
}
