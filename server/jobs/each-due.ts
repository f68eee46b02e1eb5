/** A sweep stops after this many failures: then the store is at fault, not a row. */
const mostFailures = 10;

const batch = 100;

/** What is found of rows that are due: at most so many, none of those that could not be handled. */
export interface DuePage {
  readonly limit: number;
  readonly except: readonly string[];
}

/**
 * Handles every row that is due. One that cannot be handled does not stop the others: it is left for the next sweep, and the first
 * such error is thrown at the end. Several nodes may do so at the same time.
 * @param find what is due and not handled yet
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
