/** Stops waiting for long work outside the database, such as scanning a document, if the database becomes unavailable. */
import type { Database } from './database.ts';
import { CallWait, inCall, OutOfTime } from './time-budget.ts';

const checkMillis = 250;

/** The database counts as unavailable after more than this number of consecutive checks without success. */
const mostFailedChecks = 8;

/**
 * Runs `work` and returns its result. If a check of the database is running when `work` ends, first waits for this check. Rejects
 * with OutOfTime if the database doesn't respond or accepts no writes for about 2 s (F5); `work` then still runs to its end. For
 * the embedded store, only runs `work`.
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
    // Count checks instead of time: a node that is too busy to read the response must not treat the database as unavailable.
    failedChecks += 1;
    if (failedChecks > mostFailedChecks) reject(new OutOfTime());
    // The check has its own time budget, because the call's budget is only for the call's own queries.
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
