/** Changes an application's own row together with its audit events. */
import { isTransition } from '../../api/status.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { type AuditEvent, chainedEvents, writeWithEvents } from '../db/queries/audit-events.ts';
import type { Queries } from '../db/transactions.ts';
import type { WriteContext } from '../security/in-transaction.ts';
import { auditHeadOf } from './application-record.ts';
import { IntegrityError, stateOfRow } from './audited-state.ts';

export type RowChange = ReturnType<typeof changedRow>;

/**
 * Returns a change of an application's row together with at least one audit event. If `changes` is empty, `update_date_time`
 * stays the same, because it determines when a draft is erased (D55). Throws if `transitions` forbids the change of status (D26).
 */
export function changedRow(
  { now, keys }: Pick<WriteContext, 'now'> & { readonly keys: Pick<WriteContext['keys'], 'auditKey'> },
  row: ApplicationRow,
  changes: Partial<ApplicationRow>,
  events: readonly AuditEvent[],
) {
  const { status = row.status } = changes;
  if (status !== row.status && !isTransition(row.status, status, events))
    throw new Error(`There is no transition from ${row.status} to ${status}.`);
  const state = stateOfRow({ ...row, ...changes });
  const { rows, head } = chainedEvents(keys.auditKey, row.id, auditHeadOf(row), now, events, state);
  const { sequence: audit_sequence, hash: audit_hash } = head;
  const update_date_time = Object.keys(changes).length > 0 ? now : row.update_date_time;
  const columns = { ...changes, update_date_time, audit_sequence, audit_hash };
  return { before: stateOfRow(row), after: { ...row, ...columns }, columns, events: rows };
}

/** Writes the row and its events. Returns false and writes nothing if the application has changed or was altered. */
export function writeRow(queries: Queries, { before, after, columns, events }: RowChange): Promise<boolean> {
  return writeWithEvents(queries, after.id, columns, events, before);
}

/** Writes the row of an application that the transaction has locked. Throws IntegrityError if the row or its trail was altered. */
export async function writeLockedRow(queries: Queries, change: RowChange): Promise<void> {
  if (!(await writeRow(queries, change))) throw new IntegrityError();
}

/** Writes changes to a locked application's row, together with at least one audit event. Returns the changed row. */
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
