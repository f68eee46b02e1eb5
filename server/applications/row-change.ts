/** A change of an application's own row with its audit events: what all that happens to an application has in common. */
import { isTransition } from '../../api/status.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import type { AuditEvent, AuditEventRow } from '../db/queries/audit-events.ts';
import { chainedEvents, writeWithEvents } from '../db/queries/audit-events.ts';
import type { Queries } from '../db/transactions.ts';
import type { WriteContext } from '../security/in-transaction.ts';
import { auditHeadOf } from './application-record.ts';
import { stateOfRow } from './audited-state.ts';

/** What is written of a row, and the row as it is then. */
export interface RowChange {
  readonly after: ApplicationRow;
  readonly columns: Partial<ApplicationRow>;
  readonly events: readonly AuditEventRow[];
}

/** A status that would not follow from the stored one: a fault of this program, never of a caller. */
class NoTransition extends Error {
  override readonly name = 'NoTransition';
}

/**
 * Changes of a row together with the audit events of them, one at least. Events alone, as where an operator was shown
 * something, do not count as a change: a draft is kept for so long after the last one (D55).
 * @throws NoTransition where the status would change as no entry of `transitions` says (D26)
 */
export function changedRow(
  { now, keys }: Pick<WriteContext, 'now'> & { readonly keys: Pick<WriteContext['keys'], 'auditKey'> },
  row: ApplicationRow,
  changes: Partial<ApplicationRow>,
  events: readonly AuditEvent[],
): RowChange {
  const { status = row.status } = changes;
  if (status !== row.status && !isTransition(row.status, status, events))
    throw new NoTransition(`There is no transition from ${row.status} to ${status}.`);
  const state = stateOfRow({ ...row, ...changes });
  const { rows, head } = chainedEvents(keys.auditKey, row.id, auditHeadOf(row), now, events, state);
  const { sequence: audit_sequence, hash: audit_hash } = head;
  const update_date_time = Object.keys(changes).length > 0 ? now : row.update_date_time;
  const columns = { ...changes, update_date_time, audit_sequence, audit_hash };
  return { after: { ...row, ...columns }, columns, events: rows };
}

/** Writes the row where nothing has happened to its application since it was read; otherwise returns false. */
export function writeRow(queries: Queries, { after, columns, events }: RowChange): Promise<boolean> {
  return writeWithEvents(queries, after.id, columns, events);
}

/** Writes the row of an application that the transaction holds locked. */
export async function writeLockedRow(queries: Queries, change: RowChange): Promise<void> {
  if (!(await writeRow(queries, change)))
    throw new Error('The row of an application was not as it was locked');
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
