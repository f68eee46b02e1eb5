import type { DuePage } from '../db/pages.ts';

/** Number of failures after which a sweep stops. So many failures suggest a problem with the store, not with individual rows. */
const mostFailures = 10;

const batch = 100;

/**
 * Handles every due row that `find` returns. Leaves failed rows to the next sweep, but stops after `mostFailures` failures. At
 * the end, throws the first error. Several nodes may call this concurrently.
 */
export async function eachDue<Row extends { readonly id: string }>(
  find: (page: DuePage) => Promise<readonly Row[]>,
  handle: (row: Row) => Promise<void>,
): Promise<void> {
  const failures = new Map<string, unknown>();
  for (let found = batch; found === batch && failures.size < mostFailures; ) {
    const rows = await find({ limit: batch, except: [...failures.keys()] });
    found = rows.length;
    for (const row of rows) {
      await handle(row).catch((error: unknown) => failures.set(row.id, error));
      if (failures.size === mostFailures) break;
    }
  }
  for (const failure of failures.values()) throw failure;
}
