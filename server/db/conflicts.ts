import { setTimeout as pause } from 'node:timers/promises';

/**
 * SQLSTATEs with which PostgreSQL rolls back a transaction because of a concurrent one: serialization_failure and
 * deadlock_detected. Running the transaction again may succeed.
 */
const conflicts = new Set(['40001', '40P01']);

/** The most times that a transaction is run. */
const mostRuns = 4;

/**
 * The longest wait before the second run, in milliseconds. It doubles with each run. Random waits keep two transactions from
 * colliding again.
 */
const longestPauseMillis = 20;

/**
 * Runs a whole transaction, and runs it again if PostgreSQL rolled it back because of a concurrent one. Rejects with the last
 * error, which counts as unavailable (`unavailable.ts`).
 */
export async function againAfterConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1)
    try {
      return await transaction();
    } catch (error) {
      if (run === mostRuns || !isConflict(error)) throw error;
      await pause(Math.random() * longestPauseMillis * 2 ** (run - 1));
    }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && conflicts.has(String(error.code));
}
