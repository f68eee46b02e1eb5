/** Deletes expired rows from each table that would otherwise grow forever. D38 explains how long each kind of row stays. */
import { readNow } from '../db/clock.ts';
import { deleteOld } from '../db/queries/retention/old-rows.ts';
import type { Services } from '../services.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** Milliseconds from the end of a session until its row may be deleted. */
export const sessionsKeptMillis = 30 * day;

type SweptKind = keyof typeof deleteOld;

/**
 * The kinds of rows that a sweep deletes, in this order. `keptMillis`: milliseconds from a row's time, such as its creation or
 * expiry (`deleteOld`), to its deletion.
 */
const kinds: Readonly<
  Record<
    SweptKind,
    {
      readonly keptMillis: number;
      /** Maximum number of rows per statement, by default `batch`. */
      readonly most?: number;
    }
  >
> = {
  // For a day, a repeated call gets the first call's response again (docs/api.md, "Headers").
  responses: { keptMillis: day },
  // No rate limit counts longer than an hour (docs/api.md, "Limits"), but the doctor reads ignored headers for two hours.
  limits: { keptMillis: 2 * hour },
  codes: { keptMillis: 0 },
  approvals: { keptMillis: 0 },
  // A statement deletes fewer drafts than other rows, because dozens of audit events are deleted with each draft.
  drafts: { keptMillis: 396 * day, most: 100 },
  sessions: { keptMillis: sessionsKeptMillis },
  'start keys': { keptMillis: 396 * day },
};

/** The names of the kinds of rows that a sweep deletes, as the metrics use them. */
export const sweptKinds = Object.keys(kinds) as readonly SweptKind[];

/** Maximum number of rows per statement. Deleting this many rows takes tens of milliseconds. */
const batch = 500;

/** Maximum number of batches of one kind per sweep, so a backlog doesn't delay the other kinds for long. */
const mostBatches = 20;

/** Called after each batch that deleted rows. Receives the kind and the number of these rows. */
export type ObserveRows = (what: string, rows: number) => void;

/** Deletes expired rows, one kind after another over one connection. If some kinds fail, throws the first error at the end. */
export async function sweepRows({ database }: Pick<Services, 'database'>, observe: ObserveRows) {
  const now = await readNow(database);
  const failures: unknown[] = [];
  for (const what of sweptKinds)
    try {
      const { keptMillis, most = batch } = kinds[what];
      const before = new Date(now.getTime() - keptMillis);
      for (let batches = 0, more = true; more && batches < mostBatches; batches += 1) {
        const swept = await deleteOld[what](database.db, before, most);
        if (swept.deleted > 0) observe(what, swept.deleted);
        more = swept.more;
      }
    } catch (error) {
      failures.push(error);
    }
  for (const failure of failures) throw failure;
}
