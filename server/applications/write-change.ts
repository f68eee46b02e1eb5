/**
 * Writes the effect of a change on an application: its rows, the consents that became void, and the audit events of
 * both what was asked for and what followed from it (D17, D31, D32).
 */

import { baseForm } from '../../form/fields/form.ts';
import type { ApplicationState, Person } from '../../form/state/application-state.ts';
import { sectionKeys } from '../../form/state/application-state.ts';
import { voidedAgreements } from '../../form/state/consents.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import { deletePersonnel, insertPersonnel, updatePersonnel } from '../db/queries/personnel.ts';
import { sealAnswers } from '../security/sealed-answers.ts';
import type { ApplicationRecord } from './application-record.ts';
import { aadOfRecord, fieldsOfPerson, storedAnswersOf } from './application-record.ts';
import type { ConsentSource } from './consents.ts';
import { disclosureAgreement, recordDisclosureConsents, voidConsents } from './consents.ts';
import type { TransactionContext } from './transaction-context.ts';
import { updateApplication } from './transaction-context.ts';

/** What was asked for; everything else that changed followed from it. */
export interface RequestedChange {
  /** The records that the change began with; their events come first. */
  readonly of: 'application' | 'people';
  /** The disclosures that were sent, and from where, for the evidence of their consents (D31). */
  readonly disclosures?: { readonly keys: readonly string[]; readonly from: ConsentSource };
}

/** A record without what was cleared. */
function given(record: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Keys whose value differs from before. */
function changedKeys(before: object, after: object): string[] {
  const was = given(before);
  const is = given(after);
  return [...new Set([...Object.keys(is), ...Object.keys(was)])].filter((key) => was[key] !== is[key]);
}

/** An application as a change left it. */
export interface WrittenChange {
  readonly row: ApplicationRow;
  /** Whether people or consents changed too. */
  readonly changedParts: boolean;
}

/** Writes the difference; where there is none, nothing is written. */
export async function writeChange(
  context: TransactionContext,
  record: ApplicationRecord,
  before: ApplicationState,
  after: ApplicationState,
  requested: RequestedChange,
): Promise<WrittenChange> {
  const changedData = changedKeys(before.applicationData, after.applicationData);
  const changedDisclosures = changedKeys(before.disclosures, after.disclosures);
  const confirmed = sectionKeys.filter((key) => after.sections[key] && !before.sections[key]);
  const people = await writePeople(context, record, before, after);
  const touchesApplication = changedData.length + changedDisclosures.length + confirmed.length > 0;
  if (!touchesApplication && people.length === 0) return { row: record.row, changedParts: false };

  const isSent = (key: string) => requested.disclosures?.keys.includes(key) ?? false;
  const agreed = requested.disclosures
    ? await recordDisclosureConsents(
        context,
        record,
        after,
        changedDisclosures.filter(isSent),
        requested.disclosures.from,
      )
    : [];
  const voided = await voidConsents(context, record, [
    ...voidedAgreements(before, after),
    ...changedDisclosures.filter((key) => !isSent(key)).flatMap((key) => disclosureAgreement(key) ?? []),
  ]);
  const answers = [
    ...answersChanged('applicationData', changedData),
    ...answersChanged('disclosures', changedDisclosures),
    ...agreed,
  ];
  const changes = touchesApplication ? applicationChanges(record, after) : {};
  const row = await updateApplication(context, record.row, changes, [
    ...(requested.of === 'application' ? [...answers, ...people] : [...people, ...answers]),
    ...voided,
    ...confirmed.map((section) => ({ type: 'section_confirmed', detail: { section } }) as const),
  ]);
  return { row, changedParts: people.length + agreed.length + voided.length > 0 };
}

function answersChanged(part: string, keys: readonly string[]): readonly AuditEvent[] {
  return keys.length > 0
    ? [{ type: 'answers_changed', detail: { fields: keys.map((key) => `${part}.${key}`) } }]
    : [];
}

function applicationChanges(
  record: ApplicationRecord,
  { applicationData, disclosures, sections }: ApplicationState,
) {
  const aad = aadOfRecord(record.row);
  const { answers, sealed } = sealAnswers(baseForm.application, applicationData, record.key, aad, {
    ...storedAnswersOf(record),
    opened: record.answers,
  });
  const version = record.row.version + 1;
  return { version, answers, sealed, disclosures: given(disclosures), sections: { ...sections } };
}

/** Writes the people who were added, removed or changed; returns the audit events of it. */
async function writePeople(
  context: TransactionContext,
  record: ApplicationRecord,
  before: ApplicationState,
  after: ApplicationState,
): Promise<readonly AuditEvent[]> {
  const { transaction, now } = context;
  const gone = before.personnel.filter(({ id }) => !after.personnel.some((person) => person.id === id));
  await deletePersonnel(
    transaction,
    gone.map(({ id }) => id),
  );
  const events: AuditEvent[] = gone.map(({ id }) => ({
    type: 'person_removed',
    detail: { personnelId: id },
  }));
  for (const person of after.personnel) {
    const { id, personnelType, answers } = person;
    const stored = record.personnel.find((one) => one.id === id);
    const fields = changedKeys(stored?.answers ?? {}, answers);
    if (!stored) {
      const added = { id, applicationId: record.row.id, personnelType };
      await insertPersonnel(transaction, added, sealed(record, person), now);
      events.push({ type: 'person_added', detail: { personnelId: id, personnelType } });
    } else if (fields.length > 0) {
      await updatePersonnel(transaction, id, stored.version + 1, sealed(record, person), now);
      events.push({ type: 'person_changed', detail: { personnelId: id, fields } });
    }
  }
  return events;
}

/** A person's answers as they are stored, the sensitive ones sealed. */
function sealed(record: ApplicationRecord, { id, personnelType, answers }: Person) {
  const stored = record.personnel.find((one) => one.id === id);
  const aad = aadOfRecord(record.row, id);
  const before = stored && { ...stored.stored, opened: stored.answers };
  return sealAnswers(fieldsOfPerson(personnelType), answers, record.key, aad, before);
}
