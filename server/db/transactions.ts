/** The one place where transactions begin, and where those that PostgreSQL rolled back because of a concurrent one run again. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IsolationLevel, Kysely, Transaction as TransactionOf } from 'kysely';
import type { Tables } from './tables.ts';
import { codeOf } from './unavailable.ts';

/** What runs statements: the store, or a transaction. */
export type Queries = Kysely<Tables>;

export type Transaction = TransactionOf<Tables>;

/** What runs a single statement. It has no transactions. */
export type Reads = Pick<Queries, 'executeQuery'>;

/** SQLSTATEs of a transaction that may succeed if it runs again: serialization_failure and deadlock_detected. */
const conflicts = ['40001', '40P01'];

/** The most times that a transaction is run. */
const mostRuns = 4;

/** The longest random wait before the second run. It doubles with each run, so that two transactions don't collide again. */
const longestPauseMillis = 20;

/** Runs a whole transaction, and again after a conflict. Rejects with the last error, which counts as unavailable. */
export async function retryAfterConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1)
    try {
      return await transaction();
    } catch (error) {
      if (run === mostRuns || !conflicts.includes(codeOf(error) ?? '')) throw error;
      await pause(Math.random() * longestPauseMillis * 2 ** (run - 1));
    }
}

/** Runs `work` in a transaction, and again after a conflict. `work` must have no side effects but its statements. */
export async function transact<T>(
  db: Queries,
  work: (transaction: Transaction) => Promise<T>,
  isolation?: IsolationLevel,
): Promise<T> {
  return retryAfterConflict(() => {
    const begun = db.transaction();
    return (isolation ? begun.setIsolationLevel(isolation) : begun).execute(work);
  });
}

/** Runs `work` in a transaction whose reads all see one snapshot of the store. */
export async function readSnapshot<T>(db: Queries, work: (transaction: Transaction) => Promise<T>) {
  return transact(db, work, 'repeatable read');
}
