/** A sweep stops after this many failures, because then the store is at fault and not a row. */
const mostFailures = 10;

const batch = 100;

/** Limits a search for due rows: at most `limit`, without those that could not be handled. */
export type DuePage = { readonly limit: number; readonly except: readonly string[] };

/**
 * Handles every due row that `find` returns. A row that fails stays for the next sweep, and the first error is thrown at the end.
 * Several nodes may run it at the same time.
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
