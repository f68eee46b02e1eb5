/** Writes changes to a draft without locking it first (`docs/decisions/changes-without-a-lock.md`). */
import {
  deletePersonnel,
  insertConsent,
  insertPersonnel,
  lockApplicationOfSession,
  markConsentsVoid,
  updatePersonnel,
} from '../db/queries/applications.ts';
import { findSessionWithApplication } from '../db/queries/sessions.ts';
import { type Queries, type Transaction, transact } from '../db/transactions.ts';
import { locked, notFound } from '../errors.ts';
import type { WriteContext } from '../security/in-transaction.ts';
import type { Services } from '../services.ts';
import type { Session } from '../sessions/sessions.ts';
import { type ApplicationRecord, applicationOf, openIfKept } from './application-record.ts';
import type { Draft, PlannedChange } from './planned-change.ts';
import { writeLockedRow, writeRow } from './row-change.ts';

/** Identifies the draft of a call, by the id of the application or of one of its people. */
type Named = { readonly applicationId: string } | { readonly personnelId: string };

function holds({ row, personnel }: ApplicationRecord, named: Named): boolean {
  return 'applicationId' in named
    ? row.id === named.applicationId
    : personnel.some(({ id }) => id === named.personnelId);
}

/**
 * Writes and returns the change that `plan` returns for a session's draft. Throws `resource_not_found` if `named` identifies
 * another draft. If another call changes the draft meanwhile, `plan` runs again, so `plan` must not write. Apart from the draft,
 * `plan` must read only rows that never change.
 */
export async function changeDraft<Planned extends PlannedChange>(
  services: Services,
  session: Session,
  named: Named,
  plan: (draft: Draft) => Planned | Promise<Planned>,
): Promise<Planned> {
  const { keys } = services;
  const { db, moment } = services.database;
  const planOn = (queries: Queries, now: Date, record: ApplicationRecord | undefined) => {
    if (!record || !holds(record, named)) throw notFound();
    if (record.row.status !== 'draft') throw locked();
    return plan({ record, now, queries, keys, program: session.program });
  };
  const first = await planOn(db, session.now, await applicationOf(keys, session));
  if (await writeIfUnchanged(services, first)) return first;
  const again = async (transaction: Transaction) => {
    await lockApplicationOfSession(transaction, session.id);
    const found = await findSessionWithApplication(moment, transaction, session.id);
    const record = found?.application && openIfKept(keys, found.application);
    // The session had an application when the call began, so another call has erased it since.
    if (!record) throw locked();
    const planned = await planOn(transaction, found.now, record);
    await writeChange({ transaction, now: found.now, keys }, planned);
    return planned;
  };
  return keys.withKeysLoaded(() => transact(db, again));
}

/** Writes a change. Returns false and writes nothing if the application has changed since the change was planned. */
async function writeIfUnchanged({ database, keys }: Services, planned: PlannedChange): Promise<boolean> {
  const { row } = planned;
  if (!row) return true;
  if (!changesParts(planned)) return writeRow(database.db, row);
  return transact(database.db, async (transaction) => {
    if (!(await writeRow(transaction, row))) return false;
    await writeParts({ transaction, keys, now: row.after.update_date_time }, planned);
    return true;
  });
}

/** Writes a change that this transaction computed from the locked application. */
export async function writeChange(context: WriteContext, planned: PlannedChange): Promise<void> {
  if (!planned.row) return;
  await writeLockedRow(context.transaction, planned.row);
  await writeParts(context, planned);
}

function changesParts({ people: { removed, added, changed }, consents: { given, voided } }: PlannedChange) {
  return [removed, added, changed, given, voided].some((rows) => rows.length > 0);
}

async function writeParts(
  { transaction, now }: WriteContext,
  { record, people, consents }: PlannedChange,
): Promise<void> {
  const { id: applicationId } = record.row;
  const times = { create_date_time: now, update_date_time: now };
  await deletePersonnel(transaction, people.removed);
  for (const { id, personnelType: personnel_type, sealed } of people.added)
    await insertPersonnel(transaction, {
      id,
      application_id: applicationId,
      personnel_type,
      sealed,
      ...times,
    });
  for (const { id, version, sealed } of people.changed)
    await updatePersonnel(transaction, id, version, sealed, now);
  await markConsentsVoid(transaction, consents.voided, now);
  for (const consent of consents.given) await insertConsent(transaction, applicationId, consent);
}
