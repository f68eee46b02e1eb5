/** Deletes rows whose retention period is over (D38), a limited number at a time. Several nodes may delete concurrently. */
import { sql } from 'kysely';
import { plannedEachTime } from '../../pool.ts';
import type { Queries } from '../../transactions.ts';

/** Deletes at most `most` rows that are older than `before`. Returns how many were deleted, and whether more may be left. */
type DeleteOldRows = (
  db: Queries,
  before: Date,
  most: number,
) => Promise<{ readonly deleted: number; readonly more: boolean }>;

/** Returns a function that deletes a table's old rows by `ctid`, because a primary key may have several columns. */
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

/**
 * Deletes start keys that expired before a time. Keeps a key if an application was submitted with it, or if a session that was
 * started with it is still stored.
 */
const deleteOldStartKeys: DeleteOldRows = async (db, before, most) => {
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
 * Deletes sessions that ended before a time. Keeps a session if it has an application, or if someone opened an application's
 * agreement in it. Checks each session only once: `installation` records the end time up to which sessions have been checked.
 */
const deleteOldSessions: DeleteOldRows = async (db, before, most) => {
  // A separate query for the bounds lets PostgreSQL plan the deletion for exactly this range. The bounds are text, because a Date
  // has no microseconds: if all sessions of a batch ended within one millisecond, rounded bounds would select them forever.
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

/**
 * Deletes drafts that were erased before a time, and their audit trails. The server's role can't delete audit events, so this
 * calls the database function `forget_drafts`, which runs with the rights of the tables' owner.
 */
const deleteOldDrafts: DeleteOldRows = async (db, before, most) => {
  const { rows } = await sql<{ deleted: number }>`
    select forget_drafts(${before}, ${most}) as deleted
  `.execute(db);
  const deleted = rows[0]?.deleted ?? 0;
  return { deleted, more: deleted === most };
};

/** The functions that delete old rows. A row's time is when it was stored, began, ended, expired or was erased. */
export const deleteOld = {
  responses: oldRowsOf('idempotent_answer', 'create_date_time'),
  limits: oldRowsOf('rate_limit', 'window_date_time'),
  codes: oldRowsOf('resume_code', 'expire_date_time'),
  approvals: oldRowsOf('approval', 'expire_date_time'),
  drafts: deleteOldDrafts,
  sessions: deleteOldSessions,
  'start keys': deleteOldStartKeys,
};
