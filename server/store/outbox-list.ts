/** What the operator sees of the outbox, and does to what could not be sent (D33, D35). */
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from './tables.ts';

/** A job with the reference number of its application. */
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

/** Jobs, newest first, from after one of them; only the dead ones where that is wanted. */
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

/**
 * Has jobs that were given up or wait for their next attempt sent at once, with all attempts before them; the id stays,
 * so that the other side can tell a repeat. What is being sent, or was, is left alone.
 * @param which One job by its id, or every dead one.
 * @returns how many
 */
export async function retryJobs(
  db: Kysely<Tables>,
  which: { readonly id: string } | 'dead',
  now: Date,
): Promise<number> {
  const update = db
    .updateTable('outbox')
    .set({ dead_date_time: null, run_date_time: now, attempts: 0 })
    .where('done_date_time', 'is', null)
    .where((is) => is.or([is('lease_date_time', 'is', null), is('lease_date_time', '<=', now)]));
  const chosen =
    which === 'dead' ? update.where('dead_date_time', 'is not', null) : update.where('id', '=', which.id);
  const { numUpdatedRows } = await chosen.executeTakeFirst();
  return Number(numUpdatedRows);
}
