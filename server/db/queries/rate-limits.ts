/** Limits that all nodes share: one row per bucket, counted by one upsert (D47, X11). */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Timed } from '../clock.ts';
import type { Tables } from '../tables.ts';

export interface Limit {
  /** Calls allowed in a window. */
  readonly max: number;
  readonly windowMillis: number;
}

/**
 * Counts a call. Returns 0 where it may go on, else the seconds until the window ends. With `count: false` it only
 * looks, for limits that count misses alone.
 */
export async function takeFromLimit(
  { db, moment }: Timed,
  bucket: string,
  limit: Limit,
  options: { readonly count: boolean } = { count: true },
): Promise<number> {
  const now = moment();
  const window = sql<Date>`date_bin(${limit.windowMillis} * interval '1 millisecond', ${now}, timestamptz 'epoch')`;
  const counted = options.count
    ? await db
        .insertInto('rate_limit')
        .values({ bucket, window_date_time: window, count: 1 })
        .onConflict((conflict) =>
          conflict.column('bucket').doUpdateSet({
            count: sql`case when rate_limit.window_date_time = excluded.window_date_time then rate_limit.count + 1 else 1 end`,
            window_date_time: sql<Date>`excluded.window_date_time`,
          }),
        )
        .returning(['count', 'window_date_time', now.as('now')])
        .executeTakeFirstOrThrow()
    : await db
        .selectFrom('rate_limit')
        .select(['count', 'window_date_time', now.as('now')])
        .where('bucket', '=', bucket)
        .where('window_date_time', '=', window)
        .executeTakeFirst();
  if (!counted || (options.count ? counted.count <= limit.max : counted.count < limit.max)) return 0;
  const end = counted.window_date_time.getTime() + limit.windowMillis;
  return Math.ceil((end - counted.now.getTime()) / 1000);
}

/** Deletes windows that began before a moment. */
export async function deleteOldLimits(db: Kysely<Tables>, before: Date): Promise<void> {
  await db.deleteFrom('rate_limit').where('window_date_time', '<', before).execute();
}
