/** Runs all transactions of the server. If PostgreSQL rolls back a transaction because of a concurrent one, reruns it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IsolationLevel, Kysely, Transaction as TransactionOf } from 'kysely';
import type { Tables } from './tables.ts';
import { codeOf } from './unavailable.ts';

/** Runs statements, either in a transaction or directly on the store. */
export type Queries = Kysely<Tables>;

export type Transaction = TransactionOf<Tables>;

/** Runs single statements, but no transactions. */
export type Reads = Pick<Queries, 'executeQuery'>;

/** The SQLSTATEs after which a transaction may succeed if it is rerun: serialization_failure and deadlock_detected. */
const conflicts = ['40001', '40P01'];

/** The maximum number of times that a transaction runs, including the first run. */
const mostRuns = 4;

/** The upper limit of the random wait before the second run, in milliseconds. The limit doubles with each further run. */
const longestPauseMillis = 20;

/** Runs a whole transaction, and reruns it after a conflict with a concurrent one. Rejects with the error of the last run. */
export async function retryAfterConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1)
    try {
      return await transaction();
    } catch (error) {
      if (run === mostRuns || !conflicts.includes(codeOf(error) ?? '')) throw error;
      await pause(Math.random() * longestPauseMillis * 2 ** (run - 1));
    }
}

/** Runs `work` in a transaction, and again after a conflict, so `work` must have no effects besides its statements. */
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

/** Runs `work` in a transaction whose reads all see the same snapshot of the store. */
export async function readSnapshot<T>(db: Queries, work: (transaction: Transaction) => Promise<T>) {
  return transact(db, work, 'repeatable read');
}
