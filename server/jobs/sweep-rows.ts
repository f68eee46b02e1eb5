/**
 * Deletes rows whose time is over, of every table in which they would else stay for good. How long they are kept, and why, is
 * in one table in D38; what is submitted is purged by the operator (`purge-applications.ts`).
 */
import { readNow } from '../db/clock.ts';
import {
  type DeleteOldRows,
  deleteOldApprovals,
  deleteOldCodes,
  deleteOldLimits,
  deleteOldResponses,
  deleteOldSessions,
  deleteOldStartKeys,
  forgetOldDrafts,
} from '../db/queries/retention/old-rows.ts';
import type { Services } from '../services.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** How long a session is kept after its end, in milliseconds. */
export const sessionsKeptMillis = 30 * day;

/** What is deleted, and how many milliseconds after its time was over. */
const kinds: readonly {
  readonly what: string;
  readonly keptMillis: number;
  readonly deleteOld: DeleteOldRows;
  /** Of one statement, where not `batch`. */
  readonly most?: number;
}[] = [
  // How long a repeated call gets its first response (api "Headers").
  { what: 'responses', keptMillis: day, deleteOld: deleteOldResponses },
  // The longest window of any limit (api "Limits").
  { what: 'limits', keptMillis: hour, deleteOld: deleteOldLimits },
  { what: 'codes', keptMillis: 0, deleteOld: deleteOldCodes },
  { what: 'approvals', keptMillis: 0, deleteOld: deleteOldApprovals },
  // Each with the dozens of rows of its trail.
  { what: 'drafts', keptMillis: 396 * day, deleteOld: forgetOldDrafts, most: 100 },
  { what: 'sessions', keptMillis: sessionsKeptMillis, deleteOld: deleteOldSessions },
  { what: 'start keys', keptMillis: 396 * day, deleteOld: deleteOldStartKeys },
];

/** The names of what is deleted. */
export const sweptKinds = kinds.map(({ what }) => what);

/** Rows of one statement: some tens of milliseconds. */
const batch = 500;

/** Batches of one kind in a sweep: the next sweep goes on, so that a backlog keeps no sweep from its end. */
const mostBatches = 20;

/** Called for rows that were deleted. */
export type ObserveRows = (what: string, rows: number) => void;

/** Sweeps once: one kind after another, so that one connection is used. One that fails does not stop the others. */
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
