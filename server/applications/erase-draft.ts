/** A draft does not outlive its session: its personal data goes, what happened stays (D28). */
import type { Transaction } from 'kysely';
import type { AuditEvent } from '../store/audit-events.ts';
import { appendAuditEvents } from '../store/audit-events.ts';
import type { Tables } from '../store/tables.ts';
import { auditHeadOf } from './application-record.ts';

/** The status that a draft is left with. */
export type ErasedStatus = 'cancelled' | 'timed_out' | 'expired';

/**
 * Erases the draft of a session, if it has one: answers, people, documents, stored answers and the data key. Id,
 * program, store, times and status stay.
 */
export async function eraseDraft(
  transaction: Transaction<Tables>,
  sessionId: string,
  status: ErasedStatus,
  now: Date,
): Promise<void> {
  await transaction.deleteFrom('idempotent_answer').where('session_id', '=', sessionId).execute();
  const row = await transaction
    .selectFrom('application')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('status', '=', 'draft')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  await transaction.deleteFrom('personnel').where('application_id', '=', row.id).execute();
  await transaction.deleteFrom('document').where('application_id', '=', row.id).execute();
  await transaction
    .updateTable('consent')
    .set({ ip: null, user_agent: null, signer_name: null })
    .where('application_id', '=', row.id)
    .execute();
  const event: AuditEvent = { type: 'erased', detail: { status } };
  const head = await appendAuditEvents(transaction, row.id, auditHeadOf(row), now, [event]);
  await transaction
    .updateTable('application')
    .set({
      status,
      answers: {},
      sealed: {},
      disclosures: {},
      sections: {},
      data_key: null,
      version: row.version + 1,
      update_date_time: now,
      audit_sequence: head.sequence,
      audit_hash: head.hash,
    })
    .where('id', '=', row.id)
    .execute();
}
