/** Deletes expired rows of every table in which they would otherwise stay forever. D38 says how long each is kept, and why. */
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

/** How long a session is kept after its end, in milliseconds. */
export const sessionsKeptMillis = 30 * day;

/** What is deleted, and how many milliseconds after it expires. */
const kinds: readonly {
  readonly what: string;
  readonly keptMillis: number;
  readonly deleteOld: DeleteOldRows;
  /** Rows per statement, if not `batch`. */
  readonly most?: number;
}[] = [
  // How long a repeated call gets its first response (api "Headers").
  { what: 'responses', keptMillis: day, deleteOld: deleteOldResponses },
  // The longest window of any limit (api "Limits").
  { what: 'limits', keptMillis: hour, deleteOld: deleteOldLimits },
  { what: 'codes', keptMillis: 0, deleteOld: deleteOldCodes },
  { what: 'approvals', keptMillis: 0, deleteOld: deleteOldApprovals },
  // Each has dozens of audit events.
  { what: 'drafts', keptMillis: 396 * day, deleteOld: deleteOldDrafts, most: 100 },
  { what: 'sessions', keptMillis: sessionsKeptMillis, deleteOld: deleteOldSessions },
  { what: 'start keys', keptMillis: 396 * day, deleteOld: deleteOldStartKeys },
];

/** The names of what is deleted. */
export const sweptKinds = kinds.map(({ what }) => what);

/** Rows per statement, which takes some tens of milliseconds. */
const batch = 500;

/** Batches of one kind per sweep. The next sweep continues, so a backlog doesn't block a sweep. */
const mostBatches = 20;

/** Called with the number of deleted rows. */
export type ObserveRows = (what: string, rows: number) => void;

/** Sweeps once, one kind after another, on one connection. A kind that fails doesn't stop the others. */
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
