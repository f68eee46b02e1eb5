/**
 * Deletes rows after their retention (D38), a bounded number at a time. Several nodes may do it at once. An index puts the rows
 * to delete first, so no call reads those that stay. Only rate limits and resume codes have none, because they are few.
 */
import { sql } from 'kysely';
import { plannedEachTime } from '../../pool.ts';
import type { Queries } from '../../transactions.ts';

/** Deletes at most `most` rows whose time was over at `before`. Returns how many it deleted, and whether there are more. */
export type DeleteOldRows = (
  db: Queries,
  before: Date,
  most: number,
) => Promise<{ readonly deleted: number; readonly more: boolean }>;

/** Deletes rows of a table by their physical location, because keys may have several columns. */
function oldRowsOf(
  table: 'idempotent_answer' | 'rate_limit' | 'resume_code' | 'approval',
  column: string,
): DeleteOldRows {
  return async (db, before, most) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${most}
      ))
    `.execute(db);
    return { deleted: Number(numAffectedRows), more: Number(numAffectedRows) === most };
  };
}

/** Deletes responses stored before a time. */
export const deleteOldResponses = oldRowsOf('idempotent_answer', 'create_date_time');

/** Deletes rate limits whose window began before a time. */
export const deleteOldLimits = oldRowsOf('rate_limit', 'window_date_time');

/** Deletes resume codes that expired before a time. */
export const deleteOldCodes = oldRowsOf('resume_code', 'expire_date_time');

/** Deletes operators' approval requests that expired before a time. */
export const deleteOldApprovals = oldRowsOf('approval', 'expire_date_time');

/** Deletes start keys that expired before a time and aren't referenced by a kept session or application. */
export const deleteOldStartKeys: DeleteOldRows = async (db, before, most) => {
  const { numDeletedRows } = await db
    .deleteFrom('start_key')
    .where('id', 'in', (of) =>
      of
        .selectFrom('start_key')
        .select('id')
        .where('expire_date_time', '<', before)
        .where('application_id', 'is', null)
        .where((is) =>
          is.not(is.exists(is.selectFrom('session').whereRef('session.start_key_id', '=', 'start_key.id'))),
        )
        .orderBy('expire_date_time')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return { deleted: Number(numDeletedRows), more: Number(numDeletedRows) === most };
};

/**
 * Deletes sessions that ended before a time, except those with an application, or in which an agreement was opened for one. Each
 * is checked only once, because it can't get an application anymore: `installation` records the end of the checked range.
 */
export const deleteOldSessions: DeleteOldRows = async (db, before, most) => {
  // A separate query, so that the deletion is planned for this range: for an unknown one, PostgreSQL expects to read most of the
  // table. The limits are text, because a Date has no microseconds and might never pass a batch within one millisecond.
  const { rows } = await sql<{ since: string; until: string; more: boolean }>`
    with stretch as (
      select coalesce(sessions_swept_date_time, '-infinity') as since, coalesce(
        (select end_date_time from session
          where end_date_time > coalesce(sessions_swept_date_time, '-infinity') and end_date_time < ${before}
          order by end_date_time offset ${most - 1} limit 1),
        ${before}::timestamptz
      ) as until
      from installation
    )
    select since::text, until::text, until < ${before} as more from stretch
  `.execute(db);
  const [range] = rows;
  if (!range) return { deleted: 0, more: false };
  const { since, until, more } = range;
  const { numAffectedRows = 0n } = await sql`
    ${plannedEachTime}
    delete from session
    where end_date_time > ${since}::text::timestamptz and end_date_time <= ${until}::text::timestamptz
      and end_date_time < ${before}
      and not exists (select from application where session_id = session.id)
      and not exists (
        select from agreement_opening where session_id = session.id and application_id is not null
      )
  `.execute(db);
  await sql`
    update installation set sessions_swept_date_time = ${until}::text::timestamptz
    where sessions_swept_date_time is null or sessions_swept_date_time < ${until}::text::timestamptz
  `.execute(db);
  return { deleted: Number(numAffectedRows), more };
};

/** Deletes drafts erased before a time, with their audit trails, by a function of the tables' owner. */
export const deleteOldDrafts: DeleteOldRows = async (db, before, most) => {
  const { rows } = await sql<{ deleted: number }>`
    select forget_drafts(${before}, ${most}) as deleted
  `.execute(db);
  const deleted = rows[0]?.deleted ?? 0;
  return { deleted, more: deleted === most };
};
