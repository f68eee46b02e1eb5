import { sql } from 'kysely';
import type { Timed } from '../clock.ts';

export interface Limit {
  /** The number of calls allowed per window. */
  readonly max: number;
  readonly windowMillis: number;
}

/** Returns an SQL expression for the start of the current window. */
const windowOf = (limit: Limit, now: ReturnType<Timed['moment']>) =>
  sql<Date>`date_bin(${limit.windowMillis} * interval '1 millisecond', ${now}, timestamptz 'epoch')`;

export type Counted = Awaited<ReturnType<typeof countCallInBucket>>;

/** Counts a call. Returns `windowEnd` and `wait`: 0 if the limit allows the call, otherwise the seconds until `windowEnd`. */
export async function countCallInBucket({ db, moment }: Timed, bucket: string, limit: Limit) {
  const now = moment();
  const counted = await db
    .insertInto('rate_limit')
    .values({ bucket, window_date_time: windowOf(limit, now), count: 1 })
    .onConflict((conflict) =>
      conflict.column('bucket').doUpdateSet({
        count: sql`case when rate_limit.window_date_time = excluded.window_date_time then rate_limit.count + 1 else 1 end`,
        window_date_time: sql<Date>`excluded.window_date_time`,
      }),
    )
    .returning(['count', 'window_date_time', now.as('now')])
    .executeTakeFirstOrThrow();
  const windowEnd = new Date(counted.window_date_time.getTime() + limit.windowMillis);
  const isPast = counted.count > limit.max;
  return { wait: isPast ? Math.ceil((windowEnd.getTime() - counted.now.getTime()) / 1000) : 0, windowEnd };
}

/** The bucket that counts ignored X-Forwarded-For headers on all nodes. It limits no calls. Only `operator doctor` reads it. */
const ignoredForwarded = 'ignored X-Forwarded-For';
const noticeMillis = 3_600_000;

/** Records that a node ignored an X-Forwarded-For header. A later sweep deletes the record (`sweep-rows.ts`). */
export async function recordIgnoredForwarded(timed: Timed): Promise<void> {
  const noLimit = { max: Number.MAX_SAFE_INTEGER, windowMillis: noticeMillis };
  await countCallInBucket(timed, ignoredForwarded, noLimit);
}

/** Returns whether any node ignored an X-Forwarded-For header in this clock hour or the previous one. */
export async function wasForwardedIgnored({ db, moment }: Timed): Promise<boolean> {
  const noted = await db
    .selectFrom('rate_limit')
    .select('count')
    .where('bucket', '=', ignoredForwarded)
    .where('window_date_time', '>', sql<Date>`${moment()} - ${2 * noticeMillis} * interval '1 millisecond'`)
    .executeTakeFirst();
  return noted !== undefined;
}

/** Reverses the count of one call in the current window. */
export async function uncountCallInBucket({ db, moment }: Timed, bucket: string, limit: Limit) {
  await db
    .updateTable('rate_limit')
    .set({ count: sql`greatest(count - 1, 0)` })
    .where('bucket', '=', bucket)
    .where('window_date_time', '=', windowOf(limit, moment()))
    .execute();
}
