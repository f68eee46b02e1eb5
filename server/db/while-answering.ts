/** Aborts long work outside the database, such as scanning a document, if the database becomes unavailable meanwhile. */
import type { Database } from './database.ts';
import { CallWait, inCall, OutOfTime } from './time-budget.ts';

/** Milliseconds between two checks whether the database responds. */
const checkMillis = 250;

/** Checks without a response after which the database counts as unavailable. A shorter outage doesn't abort the work. */
const mostFailedChecks = 8;

/**
 * Runs `work` and returns its result once the database has responded. Rejects with OutOfTime once the database hasn't responded
 * for two seconds, so the caller learns it within 3 s (F5). The embedded store is never unavailable.
 */
export async function whileDatabaseResponds<Result>(
  { embedded, takesWrites }: Pick<Database, 'embedded' | 'takesWrites'>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (embedded) return work();
  const { promise: away, reject } = Promise.withResolvers<never>();
  let failedChecks = 0;
  let checking: Promise<void> | undefined;
  const timer = setInterval(() => {
    // Counts checks instead of time: a node too busy to read the response must not take the database for unavailable.
    failedChecks += 1;
    if (failedChecks > mostFailedChecks) reject(new OutOfTime());
    // The check has its own time budget. The call's is for its own queries.
    checking ??= inCall(new CallWait(), takesWrites).then((isThere) => {
      checking = undefined;
      if (isThere) failedChecks = 0;
    });
  }, checkMillis);
  try {
    const result = await Promise.race([work(), away]);
    await Promise.race([checking, away]);
    return result;
  } finally {
    clearInterval(timer);
  }
}
