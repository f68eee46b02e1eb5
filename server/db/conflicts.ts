import { setTimeout as pause } from 'node:timers/promises';

/**
 * SQLSTATEs with which PostgreSQL takes a transaction back because of another one's, so that it did nothing and may well
 * succeed when it is run again: serialization_failure and deadlock_detected.
 */
const conflicts = new Set(['40001', '40P01']);

/** How often a transaction is run at most. */
const mostRuns = 4;

/** Longest wait before the second run, in milliseconds; it doubles. Chance keeps two from meeting again. */
const longestPauseMillis = 20;

/**
 * Runs a whole transaction, and again where PostgreSQL took it back because of another one. Rejects with the last error, which
 * counts as unavailable (`unavailable.ts`).
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
