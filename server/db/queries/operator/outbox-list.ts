/** Lists the outbox's jobs for the operator, and retries dead and delayed jobs (D33, D35). */
import type { Moment } from '../../clock.ts';
import { rowsById } from '../../pages.ts';
import type { Queries, Transaction } from '../../transactions.ts';
import type { Lane, OutboxKind } from '../outbox.ts';

/** A job with the reference number of its application. */
export type ListedJob = Awaited<ReturnType<typeof listJobs>>[number];

/** Returns jobs, newest first, starting after the job with the id `after`. With `dead`, returns only dead jobs. */
export async function listJobs(
  db: Queries,
  page: { readonly dead: boolean; readonly after?: string | undefined; readonly limit: number },
) {
  let query = db
    .selectFrom('outbox')
    .innerJoin('application', 'application.id', 'outbox.application_id')
    .select(['outbox.id', 'kind', 'application_id', 'reference_number', 'attempts', 'last_error'])
    .select(['outbox.create_date_time', 'run_date_time', 'done_date_time', 'dead_date_time'])
    .orderBy('outbox.id', 'desc')
    .limit(page.limit);
  if (page.dead) query = query.where('dead_date_time', 'is not', null);
  if (page.after !== undefined) query = query.where('outbox.id', '<', page.after);
  return query.execute();
}

export async function findJob(db: Queries, id: string) {
  return db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
}

const unsentJobs = (db: Queries) =>
  db.selectFrom('outbox').select(['id', 'application_id']).where('done_date_time', 'is', null);

/** Yields the dead jobs. */
export async function* deadJobs(db: Queries) {
  yield* rowsById(unsentJobs(db).where('dead_date_time', 'is not', null));
}

/** Yields the pending jobs of a queue that are not due yet. */
export async function* delayedJobs(db: Queries, lane: Lane, now: Moment) {
  const jobs = unsentJobs(db).where((is) => is.and({ lane, dead_date_time: null }));
  yield* rowsById(jobs.where('run_date_time', '>', now));
}

/** Returns whether a queue has any pending or dead jobs. */
export async function hasUnsent(db: Queries, lane: Lane): Promise<boolean> {
  return (await unsentJobs(db).where('lane', '=', lane).limit(1).execute()).length > 0;
}

/** Makes all nodes try a queue immediately, even while its circuit breaker is open. */
export async function requestRetry(db: Queries, lane: Lane, now: Moment): Promise<void> {
  await db
    .insertInto('outbox_lane')
    .values({ lane, retry_date_time: now })
    .onConflict((conflict) => conflict.column('lane').doUpdateSet({ retry_date_time: now }))
    .execute();
}

/** Makes an unsent job due now and resets its attempts. Returns the job's kind, or undefined if it was sent or is being sent. */
export async function retryJob(transaction: Transaction, id: string, now: Date) {
  const retried = await transaction
    .updateTable('outbox')
    .set({ dead_date_time: null, run_date_time: now, attempts: 0 })
    .where('id', '=', id)
    .where('done_date_time', 'is', null)
    .where((is) => is.or([is('lease_date_time', 'is', null), is('lease_date_time', '<=', now)]))
    .returning('kind')
    .executeTakeFirst();
  return retried?.kind as OutboxKind | undefined;
}
