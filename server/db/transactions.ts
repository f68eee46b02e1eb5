/**
 * The one place where transactions begin. A transaction may run again, so its work must have no side effects but its statements.
 */
import type { IsolationLevel, Kysely, Transaction as TransactionOf } from 'kysely';
import { againAfterConflict } from './conflicts.ts';
import type { Tables } from './tables.ts';

/** What runs statements: the store, or a transaction. */
export type Queries = Kysely<Tables>;

export type Transaction = TransactionOf<Tables>;

/** What runs a single statement. It has no transactions. */
export type Reads = Pick<Queries, 'executeQuery'>;

/**
 * Runs `work` in a transaction, and again if PostgreSQL rolled it back because of a concurrent one. Rejects with the last error,
 * which counts as unavailable (`unavailable.ts`).
 */
export async function transact<T>(
  db: Queries,
  work: (transaction: Transaction) => Promise<T>,
  isolation?: IsolationLevel,
): Promise<T> {
  return againAfterConflict(() => {
    const begun = db.transaction();
    return (isolation ? begun.setIsolationLevel(isolation) : begun).execute(work);
  });
}

/** Runs `work` in a transaction whose reads all see one snapshot of the store. */
export async function readAtOneMoment<T>(
  db: Queries,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return transact(db, work, 'repeatable read');
}
