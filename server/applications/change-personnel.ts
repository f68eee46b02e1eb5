/** Adding, changing and removing the people of an application, in the transaction that holds it (D6, D14, D17, D31). */
import { changeProblems, readAnswers, voidedAgreements } from '../../form/changes.ts';
import { recordOfPerson } from '../../form/completeness.ts';
import { baseForm, fieldsOf } from '../../form/form.ts';
import { ownersAreAsked } from '../../form/lists/organization-types.ts';
import type { Person, PersonnelType, Situation } from '../../form/situation.ts';
import { askedOf, personnelLimits, ruleContext } from '../../form/situation.ts';
import { missing, notValid, Refusal } from '../problem.ts';
import { sealAnswers } from '../security/sealed-answers.ts';
import type { AuditEvent } from '../store/audit-events.ts';
import { deletePersonnel, insertPersonnel, updatePersonnel } from '../store/personnel.ts';
import { uuidv7 } from '../store/uuid.ts';
import type { ApplicationRecord, PersonRecord } from './application-record.ts';
import { fieldsOfPerson, placeOfRecord, restingAnswersOf, situationOf } from './application-record.ts';
import type { Writing } from './application-writer.ts';
import { updateApplication } from './application-writer.ts';
import { voidConsents } from './consents.ts';

type Sent = Readonly<Record<string, unknown>>;

/** Refuses names that are no fields of this kind of person. */
export function checkFieldNames(personnelType: PersonnelType, sent: Sent): void {
  const fields = fieldsOfPerson(personnelType);
  const unknown = Object.keys(sent).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length > 0)
    throw new Refusal('invalid_request', `A person of this kind has no field ${unknown.join(', ')}.`);
}

/** Refuses one person too many, and owners where there are none (D6, D17). */
function checkRoom(situation: Situation, personnelType: PersonnelType): void {
  const there = situation.personnel.filter((person) => person.personnelType === personnelType).length;
  if (there >= personnelLimits[personnelType])
    throw new Refusal(
      'conflict',
      `An application has at most ${personnelLimits[personnelType]} of this kind.`,
    );
  if (personnelType === 'owner' && !ownersAreAsked(askedOf(situation)))
    throw new Refusal('conflict', 'A business of this legal form has no owners to list.');
}

function given(answers: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(answers).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Judges what was sent for a person on the merged record (D45); answers the person as they will be. */
function judged(situation: Situation, person: Person, sent: Sent): Person {
  const read = readAnswers(baseForm[recordOfPerson[person.personnelType]], sent);
  const after: Person = { ...person, answers: given({ ...person.answers, ...read }) };
  const context = ruleContext(situation, after.answers, person);
  const fields = fieldsOf(situation.form, recordOfPerson[person.personnelType]);
  const problems = changeProblems(fields, read, context, situation);
  if (problems.length > 0) throw notValid(problems);
  return after;
}

/** Writes what follows for the application: voided consents, the reset confirmation, the events. */
async function settle(
  writing: Writing,
  record: ApplicationRecord,
  after: Situation,
  event: AuditEvent,
  options: { readonly ownerAdded?: boolean; readonly applicantRemoved?: boolean } = {},
): Promise<void> {
  const before = situationOf(record, writing.program, writing.now);
  const applicationData = options.applicantRemoved
    ? given({ ...after.applicationData, guarantorId: null })
    : after.applicationData;
  const voided = await voidConsents(writing, record, voidedAgreements(before, { ...after, applicationData }));
  const disclosures = options.ownerAdded
    ? { ...before.disclosures, noOtherOwners: false }
    : { ...before.disclosures };
  const resting = sealAnswers(baseForm.application, applicationData, record.key, placeOfRecord(record.row), {
    ...restingAnswersOf(record),
    opened: record.answers,
  });
  const touchesApplication = options.ownerAdded || options.applicantRemoved;
  await updateApplication(
    writing,
    record.row,
    touchesApplication
      ? { version: record.row.version + 1, disclosures, answers: resting.answers, sealed: resting.sealed }
      : {},
    [event, ...voided],
  );
}

/** Adds a person; answers the new person's id. */
export async function addPerson(
  writing: Writing,
  record: ApplicationRecord,
  personnelType: PersonnelType,
  sent: Sent,
): Promise<string> {
  checkFieldNames(personnelType, sent);
  const situation = situationOf(record, writing.program, writing.now);
  checkRoom(situation, personnelType);
  const person = judged(situation, { id: uuidv7(writing.now), personnelType, answers: {} }, sent);
  const place = placeOfRecord(record.row, person.id);
  const resting = sealAnswers(fieldsOfPerson(personnelType), person.answers, record.key, place);
  await insertPersonnel(
    writing.transaction,
    { id: person.id, applicationId: record.row.id, personnelType },
    resting,
    writing.now,
  );
  const after = { ...situation, personnel: [...situation.personnel, person] };
  const event = { type: 'person_added', detail: { personnelId: person.id, personnelType } } as const;
  await settle(writing, record, after, event, { ownerAdded: personnelType === 'owner' });
  return person.id;
}

/** Changes a person's answers; nothing is written where nothing changed. */
export async function changePerson(
  writing: Writing,
  record: ApplicationRecord,
  person: PersonRecord,
  sent: Sent,
): Promise<void> {
  checkFieldNames(person.personnelType, sent);
  const situation = situationOf(record, writing.program, writing.now);
  const after = judged(situation, person, sent);
  const changed = Object.keys(sent).filter(
    (key) => (person.answers[key] ?? null) !== (after.answers[key] ?? null),
  );
  if (changed.length === 0) return;
  const resting = sealAnswers(
    fieldsOfPerson(person.personnelType),
    after.answers,
    record.key,
    placeOfRecord(record.row, person.id),
    { ...person.resting, opened: person.answers },
  );
  await updatePersonnel(writing.transaction, person.id, person.version + 1, resting, writing.now);
  const personnel = situation.personnel.map((other) => (other.id === person.id ? after : other));
  const event = { type: 'person_changed', detail: { personnelId: person.id, fields: changed } } as const;
  await settle(writing, record, { ...situation, personnel }, event);
}

/** Removes a person; with the applicant goes the guarantor (D16). */
export async function removePerson(
  writing: Writing,
  record: ApplicationRecord,
  person: PersonRecord,
): Promise<void> {
  const situation = situationOf(record, writing.program, writing.now);
  await deletePersonnel(writing.transaction, [person.id]);
  const personnel = situation.personnel.filter((other) => other.id !== person.id);
  const event = { type: 'person_removed', detail: { personnelId: person.id } } as const;
  await settle(writing, record, { ...situation, personnel }, event, {
    applicantRemoved: person.personnelType === 'applicant',
  });
}

/** The person of an opened application, or a refusal as for a missing thing. */
export function personIn(record: ApplicationRecord, personnelId: string): PersonRecord {
  const person = record.personnel.find(({ id }) => id === personnelId);
  if (!person) throw missing();
  return person;
}
