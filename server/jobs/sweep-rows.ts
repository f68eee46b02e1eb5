/** Deletes expired rows from each table that would otherwise grow forever. D38 says how long rows of each kind stay, and why. */
import { readNow } from '../db/clock.ts';
import {
  type DeleteOldRows,
  deleteOldApprovals,
  deleteOldCodes,
  deleteOldDrafts,
  deleteOldLimits,
  deleteOldResponses,
  deleteOldSessions,
  deleteOldStartKeys,
} from '../db/queries/retention/old-rows.ts';
import type { Services } from '../services.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** Milliseconds from the end of a session until its row may be deleted. */
export const sessionsKeptMillis = 30 * day;

/** The kinds of rows that a sweep deletes, in this order, and the milliseconds from a row's expiry until its deletion. */
const kinds: readonly {
  readonly what: string;
  readonly keptMillis: number;
  readonly deleteOld: DeleteOldRows;
  /** The most rows per statement. By default `batch`. */
  readonly most?: number;
}[] = [
  // A repeated call gets the first call's response again for a day (api "Headers").
  { what: 'responses', keptMillis: day, deleteOld: deleteOldResponses },
  // No limit counts over more than an hour (api "Limits").
  { what: 'limits', keptMillis: hour, deleteOld: deleteOldLimits },
  { what: 'codes', keptMillis: 0, deleteOld: deleteOldCodes },
  { what: 'approvals', keptMillis: 0, deleteOld: deleteOldApprovals },
  // Fewer per statement, because each draft has dozens of audit events to delete.
  { what: 'drafts', keptMillis: 396 * day, deleteOld: deleteOldDrafts, most: 100 },
  { what: 'sessions', keptMillis: sessionsKeptMillis, deleteOld: deleteOldSessions },
  { what: 'start keys', keptMillis: 396 * day, deleteOld: deleteOldStartKeys },
];

/** The names of the kinds of rows that a sweep deletes, as the metrics use them. */
export const sweptKinds = kinds.map(({ what }) => what);

/** The most rows per statement. With so many, a statement takes some tens of milliseconds. */
const batch = 500;

/** The most batches of one kind per sweep. The next sweep continues, so a backlog doesn't delay the other kinds for long. */
const mostBatches = 20;

/** Called after each batch with the kind and the number of its deleted rows. */
export type ObserveRows = (what: string, rows: number) => void;

/** Deletes expired rows, one kind after another to use only one connection. If a kind fails, the others are still swept. */
export async function sweepRows(
  { database }: Pick<Services, 'database'>,
  observe: ObserveRows,
): Promise<void> {
  const now = await readNow(database);
  const failures: unknown[] = [];
  for (const { what, keptMillis, deleteOld, most = batch } of kinds)
    try {
      const before = new Date(now.getTime() - keptMillis);
      for (let batches = 0, more = true; more && batches < mostBatches; batches += 1) {
        const swept = await deleteOld(database.db, before, most);
        if (swept.deleted > 0) observe(what, swept.deleted);
        more = swept.more;
      }
    } catch (error) {
      failures.push(error);
    }
  for (const failure of failures) throw failure;
}
