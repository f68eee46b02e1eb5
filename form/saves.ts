/**
 * What follows from the answers given at a place: what is sent to be kept, and how the application looks once it is.
 * The page moves on by this at once and saves behind (D44); the server draws the same consequences in its own
 * transaction.
 */
import { billingKeys } from './application.ts';
import { voidedAgreements } from './changes.ts';
import { fieldsOf } from './form.ts';
import { maskedKey } from './judge.ts';
import { ownersAreAsked } from './lists/organization-types.ts';
import type { Group } from './screens/screen.ts';
import type { Person, PersonnelType, SectionKey, Situation } from './situation.ts';
import { applicantOf, askedOf, noOtherOwnersIsDue, ownersOf } from './situation.ts';

type Values = Readonly<Record<string, unknown>>;

/** What is sent: parts of the application, or answers of the person that the place is about. */
export interface Save {
  readonly applicationData?: Values;
  readonly disclosures?: Values;
  readonly person?: Values;
  readonly sections?: Partial<Readonly<Record<SectionKey, true>>>;
}

const sameAsBusiness: Values = Object.fromEntries(billingKeys.map((key) => [key, null]));

/** What a question that only steers the way leaves to be kept (D14, D16, D17). */
function saveOfQuestions({ billingSame, guarantor, otherOwner }: Values, situation: Situation): Save {
  if (billingSame === true) return { applicationData: sameAsBusiness };
  if (typeof guarantor === 'boolean')
    return { applicationData: { guarantorId: guarantor ? (applicantOf(situation)?.id ?? null) : null } };
  if (otherOwner === false && ownersOf(situation).length === 0 && noOtherOwnersIsDue(situation))
    return { disclosures: { noOtherOwners: true } };
  return {};
}

/** What answers of one record leave to be kept. */
export function saveOf({ record }: Pick<Group, 'record'>, values: Values, situation: Situation): Save {
  if (record === 'application') return { applicationData: values };
  if (record === 'disclosures') return { disclosures: values };
  if (record === 'questions') return saveOfQuestions(values, situation);
  return { person: values };
}

/** True where there is something to send. */
export function isWorthSending(save: Save): boolean {
  return Object.values(save).some((part) => part !== undefined && Object.keys(part).length > 0);
}

/** Masked answers as the page keeps them: by their last four alone (D41). */
function withoutMasked(situation: Situation, record: Parameters<typeof fieldsOf>[1], values: Values): Values {
  const fields = fieldsOf(situation.form, record);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) =>
      fields[key]?.sensitive === 'masked'
        ? [maskedKey(key), typeof value === 'string' ? value.slice(-4) : null]
        : [key, value],
    ),
  );
}

/** A billing address answers the question whether there is one of its own, and so does leaving it out (D14). */
function withBillingRead(situation: Situation, { applicationData = {} }: Save): Situation {
  if (!billingKeys.some((key) => key in applicationData)) return situation;
  const billingSame = billingKeys.every((key) => (situation.applicationData[key] ?? null) === null);
  return { ...situation, questions: { ...situation.questions, billingSame } };
}

/** Owners go, and the word that there are no others, when the business turns into a form that has none (D17). */
export function withoutStrayOwners<
  S extends Pick<Situation, 'applicationData' | 'personnel' | 'disclosures'>,
>(situation: S): S {
  const isStray = ownersOf(situation).length > 0 || situation.disclosures.noOtherOwners === true;
  if (ownersAreAsked(askedOf(situation)) || !isStray) return situation;
  return {
    ...situation,
    personnel: situation.personnel.filter(({ personnelType }) => personnelType !== 'owner'),
    disclosures: { ...situation.disclosures, noOtherOwners: false },
  };
}

/** The same of the page, where the questions about owners stand open again with them. */
function withOwnersAsAsked(situation: Situation): Situation {
  const after = withoutStrayOwners(situation);
  if (after === situation) return situation;
  return { ...after, questions: { ...after.questions, otherOwner: null, anotherOwner: null } };
}

/** Consents that a change made void stand no longer (D31). */
function withVoidedConsents(before: Situation, after: Situation): Situation {
  const voided = voidedAgreements(before, after);
  if (voided.length === 0) return after;
  return { ...after, agreed: { ...after.agreed, ...Object.fromEntries(voided.map((key) => [key, false])) } };
}

/** The application once a save is kept; `personId` is whom `save.person` is about. */
export function applySave(situation: Situation, save: Save, personId?: string): Situation {
  const record = situation.personnel.find(({ id }) => id === personId)?.personnelType;
  const recordName = record === 'authorized_user' ? 'authorizedUser' : record;
  const personnel =
    save.person && recordName
      ? situation.personnel.map((person) =>
          person.id === personId
            ? {
                ...person,
                answers: { ...person.answers, ...withoutMasked(situation, recordName, save.person ?? {}) },
              }
            : person,
        )
      : situation.personnel;
  const merged: Situation = {
    ...situation,
    personnel,
    applicationData: {
      ...situation.applicationData,
      ...withoutMasked(situation, 'application', save.applicationData ?? {}),
    },
    disclosures: { ...situation.disclosures, ...save.disclosures },
    sections: { ...situation.sections, ...save.sections },
  };
  return withVoidedConsents(situation, withOwnersAsAsked(withBillingRead(merged, save)));
}

/** The application with one more person; another owner takes back the word that there are none (D17). */
export function withPerson(situation: Situation, person: Person): Situation {
  const isOwner = person.personnelType === 'owner';
  const disclosures = isOwner ? { ...situation.disclosures, noOtherOwners: false } : situation.disclosures;
  const questions = { ...situation.questions, anotherOwner: null, anotherUser: null };
  const after = { ...situation, disclosures, questions, personnel: [...situation.personnel, person] };
  return withVoidedConsents(situation, after);
}

/**
 * The application without a person. Without an owner the word that there are no others was given of other people, and
 * counts no more (D17); without the last of a kind the question whether there is one stands open again.
 */
export function withoutPerson(situation: Situation, personId: string): Situation {
  const gone = situation.personnel.find(({ id }) => id === personId);
  const personnel = situation.personnel.filter(({ id }) => id !== personId);
  const without = { ...situation, personnel };
  return withVoidedConsents(situation, { ...without, ...withoutWordOf(gone?.personnelType, without) });
}

function withoutWordOf(
  gone: PersonnelType | undefined,
  { questions, disclosures, ...situation }: Situation,
): Pick<Situation, 'questions' | 'disclosures'> {
  const remain = situation.personnel.some(({ personnelType }) => personnelType === gone);
  if (gone === 'owner')
    return {
      disclosures: { ...disclosures, noOtherOwners: false },
      questions: { ...questions, anotherOwner: null, otherOwner: remain ? true : null },
    };
  if (gone === 'authorized_user')
    return {
      disclosures,
      questions: { ...questions, anotherUser: null, authorizedUser: remain ? true : null },
    };
  return { disclosures, questions };
}

/** What must be asked before a save, because it takes something away (D17); undefined where nothing is lost. */
export function lossBefore(situation: Situation, save: Save): string | undefined {
  const after = applySave(situation, save);
  return ownersOf(after).length < ownersOf(situation).length
    ? 'A business of this legal form has no owners to list. The owners that you entered will be removed.'
    : undefined;
}

/**
 * What passing a place over amounts to (D14): a billing address that is left out is the business address, a question
 * is answered with no, and anything else changes nothing. Who leaves out a person removes that person.
 */
export function skipOf(
  group: Group | undefined,
  situation: Situation,
): { readonly situation: Situation; readonly save: Save } {
  const answered = (answers: Values): Situation => ({
    ...situation,
    questions: { ...situation.questions, ...answers },
  });
  if (group?.record === 'application')
    return {
      situation: answered({ billingSame: true }),
      save: { applicationData: Object.fromEntries(group.fields.map((key) => [key, null])) },
    };
  if (group?.record === 'questions')
    return { situation: answered(Object.fromEntries(group.fields.map((key) => [key, false]))), save: {} };
  return { situation, save: {} };
}
