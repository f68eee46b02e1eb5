/** The one place where transactions begin. Each may run again, so nothing in one has an effect but its statements. */
import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import { againAfterConflict } from './conflicts.ts';
import type { Tables } from './tables.ts';

/** What a statement can be run by: the store, or a transaction. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

/** What a statement that stands alone can be run by. It has no transactions. */
export type Reads = Pick<Kysely<Tables>, 'executeQuery'>;

/**
 * Runs `work` in a transaction, and again where PostgreSQL took that back because of another one: `work` may have no effect
 * but its statements. Rejects with the last error, which counts as unavailable (`unavailable.ts`).
 */
export async function transact<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
  isolation?: IsolationLevel,
): Promise<T> {
  return againAfterConflict(() => {
    const begun = db.transaction();
    return (isolation ? begun.setIsolationLevel(isolation) : begun).execute(work);
  });
}

/** Runs `work` in a transaction whose reads all see the store as it is at one moment. */
export async function readAtOneMoment<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return transact(db, work, 'repeatable read');
}
