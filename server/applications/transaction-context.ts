/**
 * Changes of an application: each runs in one transaction that locks the application's row, starts from what is stored,
 * and ends with the audit events of what it did (D32, D42).
 */
import type { ApplicationRow, LockedApplication } from '../db/queries/applications.ts';
import { lockOwnWithParts, updateApplicationRow } from '../db/queries/applications.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import { chainedEvents } from '../db/queries/audit-events.ts';
import type { WriteContext } from '../db/transactions.ts';
import { transact } from '../db/transactions.ts';
import { ApiError, locked, missing } from '../http/errors.ts';
import type { Program } from '../programs/programs.ts';
import type { Services } from '../start/services.ts';
import type { ApplicationRecord } from './application-record.ts';
import { auditHeadOf, lockApplication, openApplication } from './application-record.ts';
import { etagOf } from './application-response.ts';

/** What a call of an applicant's session works with inside its transaction. */
export interface TransactionContext extends WriteContext {
  readonly services: Services;
  readonly program: Program;
  readonly sessionId: string;
}

/** Runs `work` in a transaction of its own. It must wait for nothing but queries of that transaction. */
export async function inTransaction<T>(
  services: Services,
  session: { readonly id: string; readonly program: Program },
  work: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  return transact(services.database, (context) =>
    work({ ...context, services, program: session.program, sessionId: session.id }),
  );
}

/** A draft of this session, locked. Throws where it may not be changed any more (D27). */
export async function lockDraft(context: TransactionContext, applicationId: string): Promise<ApplicationRow> {
  const row = await lockApplication(context.transaction, context.sessionId, applicationId);
  if (row.status !== 'draft') throw locked();
  return row;
}

/**
 * Runs `work` in a transaction of its own that locks a draft of the session and reads it in its first statement. It must
 * wait for nothing but queries of that transaction. Throws where the draft may not be changed any more (D27).
 */
export async function onDraft<T>(
  services: Services,
  session: { readonly id: string; readonly program: Program },
  applicationId: string,
  work: (context: TransactionContext, draft: LockedApplication) => Promise<T>,
): Promise<T> {
  const { db, moment } = services.database;
  return db.transaction().execute(async (transaction) => {
    const draft = await lockOwnWithParts(transaction, moment, session.id, applicationId);
    if (!draft) throw missing();
    if (draft.row.status !== 'draft') throw locked();
    const { program, id: sessionId } = session;
    return work({ transaction, now: draft.now, services, program, sessionId }, draft);
  });
}

/** Reads and decrypts what belongs to a locked row. */
export function openLocked(context: TransactionContext, row: ApplicationRow): Promise<ApplicationRecord> {
  return openApplication(context.transaction, context.services.keyRing, row);
}

/** Refuses a write that started from an older version than the stored one. */
export function checkVersion(ifMatch: string | undefined, version: number): void {
  const wanted = ifMatch?.split(',').map((tag) => tag.trim());
  if (wanted && !wanted.includes('*') && !wanted.includes(etagOf(version)))
    throw new ApiError('stale', 'It was changed in the meantime. Read it again and repeat the change.');
}

/**
 * Writes changes of an application's row together with the audit events of them, one at least, in one round trip;
 * returns the row as it is then.
 */
export function updateApplication(
  context: WriteContext,
  row: ApplicationRow,
  changes: Partial<ApplicationRow>,
  events: readonly AuditEvent[],
): Promise<ApplicationRow> {
  const chained = chainedEvents(row.id, auditHeadOf(row), context.now, events);
  return updateApplicationRow(context, row, changes, chained);
}
