/** The operator's view of the outbox, and the retry of failed jobs (D33, D35). */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Moment } from '../../clock.ts';
import type { Tables } from '../../tables.ts';
import type { Lane, OutboxKind } from '../outbox.ts';

/** A job with its application's reference number. */
export type ListedJob = Pick<
  Selectable<Tables['outbox']>,
  | 'id'
  | 'kind'
  | 'application_id'
  | 'create_date_time'
  | 'run_date_time'
  | 'attempts'
  | 'done_date_time'
  | 'dead_date_time'
  | 'last_error'
> & { readonly reference_number: string | null };

/** Returns jobs after one of them, newest first; with `dead`, only dead ones. */
export async function listJobs(
  db: Kysely<Tables>,
  page: { readonly dead: boolean; readonly after?: string | undefined; readonly limit: number },
): Promise<ListedJob[]> {
  let query = db
    .selectFrom('outbox')
    .innerJoin('application', 'application.id', 'outbox.application_id')
    .select([
      'outbox.id',
      'kind',
      'application_id',
      'outbox.create_date_time',
      'run_date_time',
      'attempts',
      'done_date_time',
      'dead_date_time',
      'last_error',
      'reference_number',
    ])
    .orderBy('outbox.id', 'desc')
    .limit(page.limit);
  if (page.dead) query = query.where('dead_date_time', 'is not', null);
  if (page.after !== undefined) query = query.where('outbox.id', '<', page.after);
  return query.execute();
}

export async function findJob(
  db: Kysely<Tables>,
  id: string,
): Promise<Selectable<Tables['outbox']> | undefined> {
  return db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns dead jobs after one of them, sorted by id. */
export async function deadJobs(
  db: Kysely<Tables>,
  after: string | undefined,
  limit: number,
): Promise<readonly Pick<ListedJob, 'id' | 'application_id'>[]> {
  const query = db
    .selectFrom('outbox')
    .select(['id', 'application_id'])
    .where('dead_date_time', 'is not', null)
    .where('done_date_time', 'is', null)
    .orderBy('id')
    .limit(limit);
  return (after === undefined ? query : query.where('id', '>', after)).execute();
}

/**
 * Returns a queue's jobs after one of them that wait for their next attempt, sorted by id. Jobs that are already due aren't
 * included.
 */
export async function delayedJobs(
  db: Kysely<Tables>,
  lane: Lane,
  now: Moment,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly Pick<ListedJob, 'id' | 'application_id'>[]> {
  const { after, limit } = page;
  return db
    .selectFrom('outbox')
    .select(['id', 'application_id'])
    .where('lane', '=', lane)
    .where('done_date_time', 'is', null)
    .where('dead_date_time', 'is', null)
    .where('run_date_time', '>', now)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Returns whether a queue has any pending or dead job. */
export async function hasUnsent(db: Kysely<Tables>, lane: Lane): Promise<boolean> {
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('lane', '=', lane)
    .where('done_date_time', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Asks every node to try a queue at once, even while its circuit breaker is open. */
export async function askToTry(db: Kysely<Tables>, lane: Lane, now: Moment): Promise<void> {
  await db
    .insertInto('outbox_lane')
    .values({ lane, retry_date_time: now })
    .onConflict((conflict) => conflict.column('lane').doUpdateSet({ retry_date_time: now }))
    .execute();
}

/**
 * Makes a pending or dead job due at once, with its full number of attempts. Its id stays the same, so the receiver can recognize
 * a repeat. A job that is being sent or was sent is left alone.
 * @returns its kind, or undefined if it was left alone
 */
export async function retryJob(
  transaction: Transaction<Tables>,
  id: string,
  now: Date,
): Promise<OutboxKind | undefined> {
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
