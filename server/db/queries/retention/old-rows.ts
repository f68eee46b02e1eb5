/**
 * Deletes rows whose time is over (D38), a bounded number at a time. Several nodes may do it at once. Where much stays, what is
 * still to be deleted comes first in an index of its own, so that no call looks at what stays. Limits and codes have no such
 * index: of them a call may look at all, which are those of an hour and of drafts that are on their way back.
 */
import { type Kysely, sql } from 'kysely';
import { plannedEachTime } from '../../pool.ts';
import type { Tables } from '../../tables.ts';

/** Deletes at most so many rows whose time was over at a moment; returns how many it deleted, and whether there are more. */
export type DeleteOldRows = (
  db: Kysely<Tables>,
  before: Date,
  most: number,
) => Promise<{ readonly deleted: number; readonly more: boolean }>;

/** Rows of a table, found by their place: their keys may have several columns. */
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

/** Responses that were stored before then. */
export const deleteOldResponses = oldRowsOf('idempotent_answer', 'create_date_time');

/** Limits whose window began before then. */
export const deleteOldLimits = oldRowsOf('rate_limit', 'window_date_time');

/** Codes by email that could be used until then. */
export const deleteOldCodes = oldRowsOf('resume_code', 'expire_date_time');

/** What operators asked others to approve, and could until then. */
export const deleteOldApprovals = oldRowsOf('approval', 'expire_date_time');

/** Start keys that could be used until then and began nothing that is kept. */
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
 * Sessions that ended before then, but for those of an application or in which an agreement was opened for one. Each is
 * looked at once: by then it is settled whether an application has it, and `installation` keeps up to where all were.
 */
export const deleteOldSessions: DeleteOldRows = async (db, before, most) => {
  // By itself, so that the deletion is planned for this stretch: planned for any, PostgreSQL expects to read most of the table.
  // Its ends as text: a Date has no microseconds, and would never get past more than a batch within one millisecond.
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
  const [stretch] = rows;
  if (!stretch) return { deleted: 0, more: false };
  const { since, until, more } = stretch;
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

/** Drafts that were erased before then, with their trails, by a function that the owner of the tables has made. */
export const forgetOldDrafts: DeleteOldRows = async (db, before, most) => {
  const { rows } = await sql<{ deleted: number }>`
    select forget_drafts(${before}, ${most}) as deleted
  `.execute(db);
  const deleted = rows[0]?.deleted ?? 0;
  return { deleted, more: deleted === most };
};
