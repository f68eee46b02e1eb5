/**
 * Changes of an application: each runs in one transaction that locks the application's row, starts from what is stored,
 * and ends with the audit events of what it did (D32, D42).
 */
import type { ApplicationRow } from '../db/queries/applications.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import { ApiError, locked } from '../errors.ts';
import type { Program } from '../programs/programs.ts';
import type { WriteContext } from '../security/in-transaction.ts';
import { inTransaction } from '../security/in-transaction.ts';
import type { Services } from '../services.ts';
import type { ApplicationRecord } from './application-record.ts';
import { lockApplication, openApplication } from './application-record.ts';
import { etagOf } from './application-response.ts';
import { changedRow, writeLockedRow } from './row-change.ts';

/** A session that may act now. */
export interface Session {
  readonly id: string;
  readonly program: Program;
  readonly storeId: string;
  readonly startKeyId: string | null;
  /** The moment of the present call, by the database's clock. */
  readonly now: Date;
  /**
   * Its application as it was at that moment; undefined where there was none that has not been erased, or the route does
   * not ask for it.
   */
  readonly application?: ApplicationRecord | undefined;
}

/** What a call of an applicant's session works with inside its transaction. */
export interface TransactionContext extends WriteContext {
  readonly services: Services;
  readonly program: Program;
  readonly sessionId: string;
}

/** The same as `inTransaction`, for a call of an applicant's session. */
export async function inTransactionOf<T>(
  services: Services,
  session: { readonly id: string; readonly program: Program },
  work: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  return inTransaction(services, (context) =>
    work({ ...context, services, program: session.program, sessionId: session.id }),
  );
}

/** A draft of this session, locked. Throws where it may not be changed any more (D27). */
export async function lockDraft(context: TransactionContext, applicationId: string): Promise<ApplicationRow> {
  const row = await lockApplication(context.transaction, context.sessionId, applicationId);
  if (row.status !== 'draft') throw locked();
  return row;
}

/** Reads and decrypts what belongs to a locked row. */
export function openLocked(context: TransactionContext, row: ApplicationRow): Promise<ApplicationRecord> {
  return openApplication(context, row);
}

/** Refuses a write that started from an older version than the stored one. */
export function checkVersion(ifMatch: string | undefined, version: number): void {
  const wanted = ifMatch?.split(',').map((tag) => tag.trim());
  if (wanted && !wanted.includes('*') && !wanted.includes(etagOf(version)))
    throw new ApiError('stale', 'It was changed in the meantime. Read it again and repeat the change.');
}

/**
 * Writes changes of a locked application's row together with the audit events of them, one at least, in one round trip;
 * returns the row as it is then.
 */
export async function updateApplication(
  context: WriteContext,
  row: ApplicationRow,
  changes: Partial<ApplicationRow>,
  events: readonly AuditEvent[],
): Promise<ApplicationRow> {
  const change = changedRow(context, row, changes, events);
  await writeLockedRow(context.transaction, change);
  return change.after;
}
