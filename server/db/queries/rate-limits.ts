/** Limits that all nodes share: one row a bucket, counted by one upsert (D47, X11). */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from './tables.ts';

export interface Limit {
  /** Calls allowed in a window. */
  readonly max: number;
  readonly windowMillis: number;
}

/**
 * Counts a call. Answers 0 where it may go on, else the seconds until the window ends. With `count: false` it only
 * looks, for limits that count misses alone.
 */
export async function takeFromLimit(
  db: Kysely<Tables>,
  bucket: string,
  limit: Limit,
  now: Date,
  options: { readonly count: boolean } = { count: true },
): Promise<number> {
  const windowStart = new Date(Math.floor(now.getTime() / limit.windowMillis) * limit.windowMillis);
  const { count } = options.count
    ? await db
        .insertInto('rate_limit')
        .values({ bucket, window_date_time: windowStart, count: 1 })
        .onConflict((conflict) =>
          conflict.column('bucket').doUpdateSet({
            count: sql`case when rate_limit.window_date_time = excluded.window_date_time then rate_limit.count + 1 else 1 end`,
            window_date_time: windowStart,
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow()
    : ((await db
        .selectFrom('rate_limit')
        .select('count')
        .where('bucket', '=', bucket)
        .where('window_date_time', '=', windowStart)
        .executeTakeFirst()) ?? { count: 0 });
  const allowed = options.count ? count <= limit.max : count < limit.max;
  return allowed ? 0 : Math.ceil((windowStart.getTime() + limit.windowMillis - now.getTime()) / 1000);
}

/** Forgets windows that are over. */
export async function deleteOldLimits(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom('rate_limit').where('window_date_time', '<', before).execute();
}
