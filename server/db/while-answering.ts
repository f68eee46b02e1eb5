/** For work beside the database that is for nothing without it, and takes longer than a call may wait. */
import type { Database } from './database.ts';
import { CallWait, inCall, OutOfTime } from './time-budget.ts';

/** Milliseconds between two looks whether the database answers. */
const lookMillis = 250;

/** Looks without an answer after which it is away. What lasts less than their time costs nobody the work. */
const mostSilentLooks = 8;

/**
 * Does work, such as the check of a document, and gives it up once the database has not answered for two seconds: whoever waits
 * then learns it within 3 s (F5), and not after the work and another wait. The result comes once the database has answered.
 * Rejects with OutOfTime; the work may go on then, and its result is dropped. The embedded store is never away.
 */
export async function whileAnswering<Result>(
  { embedded, takesWrites }: Pick<Database, 'embedded' | 'takesWrites'>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (embedded) return work();
  const { promise: away, reject } = Promise.withResolvers<never>();
  let silentLooks = 0;
  let look: Promise<void> | undefined;
  const looks = setInterval(() => {
    // Counted, and not timed: a node that was too busy to hear the answer does not take the database for away.
    silentLooks += 1;
    if (silentLooks > mostSilentLooks) reject(new OutOfTime());
    // Not paid from the call's patience, which is for what it asks itself.
    look ??= inCall(new CallWait(), takesWrites).then((isThere) => {
      look = undefined;
      if (isThere) silentLooks = 0;
    });
  }, lookMillis);
  try {
    const result = await Promise.race([work(), away]);
    await Promise.race([look, away]);
    return result;
  } finally {
    clearInterval(looks);
  }
}
