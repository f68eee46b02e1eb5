/**
 * Writes to an application: each runs in one transaction that holds the application's row, starts from what is
 * stored, and ends with the audit events of what it did (D32, D42).
 */
import type { Transaction, Updateable } from 'kysely';
import { locked, Refusal } from '../problem.ts';
import type { Program } from '../programs.ts';
import type { Services } from '../services.ts';
import type { ApplicationRow } from '../store/applications.ts';
import type { AuditEvent } from '../store/audit-events.ts';
import { appendAuditEvents } from '../store/audit-events.ts';
import type { Tables } from '../store/tables.ts';
import { etagOf } from './application-answer.ts';
import type { ApplicationRecord } from './application-record.ts';
import { auditHeadOf, lockApplication, openApplication } from './application-record.ts';

/** What a write works with. */
export interface Writing {
  readonly transaction: Transaction<Tables>;
  readonly services: Services;
  readonly program: Program;
  readonly sessionId: string;
  readonly now: Date;
}

/** What the parts of a write need that hold for every writer, the operator too. */
export type WriteAs = Pick<Writing, 'transaction' | 'now'>;

/** Runs `work` in a transaction of its own. Nothing but queries of that transaction may be waited for in it. */
export async function inTransaction<T>(
  services: Services,
  session: { readonly id: string; readonly program: Program },
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  return services.database.db
    .transaction()
    .execute((transaction) =>
      work({ transaction, services, program: session.program, sessionId: session.id, now: services.now() }),
    );
}

/** A draft of this session, locked; refused where it may not be changed any more (D27). */
export async function lockDraft(writing: Writing, applicationId: string): Promise<ApplicationRow> {
  const row = await lockApplication(writing.transaction, writing.sessionId, applicationId);
  if (row.status !== 'draft') throw locked();
  return row;
}

/** Opens what belongs to a locked row. */
export function openLocked(writing: Writing, row: ApplicationRow): Promise<ApplicationRecord> {
  return openApplication(writing.transaction, writing.services.keyRing, row);
}

/** Refuses a write that started from an older version than the stored one. */
export function checkVersion(ifMatch: string | undefined, version: number): void {
  const wanted = ifMatch?.split(',').map((tag) => tag.trim());
  if (wanted && !wanted.includes('*') && !wanted.includes(etagOf(version)))
    throw new Refusal('stale', 'It was changed in the meantime. Read it again and repeat the change.');
}

/** Appends the events and writes the row's changes with the new head of the chain; answers the row as it is then. */
export async function updateApplication(
  { transaction, now }: WriteAs,
  row: ApplicationRow,
  changes: Updateable<Tables['application']>,
  events: readonly AuditEvent[],
): Promise<ApplicationRow> {
  const head = await appendAuditEvents(transaction, row.id, auditHeadOf(row), now, events);
  return transaction
    .updateTable('application')
    .set({ ...changes, update_date_time: now, audit_sequence: head.sequence, audit_hash: head.hash })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
