/** Queries for sessions (D23). A session's secret token is stored only as a hash. */
import { type RawBuilder, sql } from 'kysely';
import type { Moment, Timed } from '../clock.ts';
import { fixedAtMoment } from '../fixed-statement.ts';
import { type DuePage, rowsById } from '../pages.ts';
import type { NewRow } from '../tables.ts';
import type { Queries, Reads, Transaction } from '../transactions.ts';
import { applicationOfSession, storedApplication } from './application-parts.ts';

/** Inserts a session. Returns the time at which it began. */
export async function insertSession(queries: Queries, row: NewRow<'session'>): Promise<Date> {
  const { create_date_time } = await queries
    .insertInto('session')
    .values(row)
    .returning('create_date_time')
    .executeTakeFirstOrThrow();
  return create_date_time;
}

/** Builds a query for a session. The query returns only the columns that an API call needs. */
const foundSession = (db: Queries, { id }: { readonly id: string }, now: RawBuilder<Date>) =>
  db
    .selectFrom('session')
    .select(['id', 'token_hash', 'domain_key', 'store_id', 'start_key_id'])
    .select(['active_date_time', 'expire_date_time', 'end_date_time', now.as('now')])
    .where('id', '=', id);

const findStatement = fixedAtMoment(foundSession);

export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Returns a session, even if it has ended, and the database's time. */
export async function findSession(moment: Timed['moment'], reads: Reads, id: string) {
  return (await findStatement(moment)(reads, { id })).rows[0];
}

const findWithApplicationStatement = fixedAtMoment((db, values: { readonly id: string }, now) =>
  foundSession(db, values, now).select((of) => applicationOfSession(of).as('application')),
);

/** Like `findSession`, but in the same round trip also returns the session's application with its parts. */
export async function findSessionWithApplication(moment: Timed['moment'], reads: Reads, id: string) {
  const { rows } = await findWithApplicationStatement(moment)(reads, { id });
  const [row] = rows;
  return row && { ...row, application: row.application ? storedApplication(row.application) : undefined };
}

const changeLiveSession = (queries: Queries, id: string) =>
  queries.updateTable('session').where('id', '=', id).where('end_date_time', 'is', null);

/** Records that the session is in use now. Does nothing if the session has ended. */
export async function touchSession(queries: Queries, id: string, now: Moment): Promise<void> {
  await changeLiveSession(queries, id).set({ active_date_time: now }).execute();
}

/** Ends a session. Returns false if it had already ended. */
export async function endSession(
  { transaction, now }: { readonly transaction: Transaction; readonly now: Date },
  id: string,
  endType: string,
): Promise<boolean> {
  const { numUpdatedRows } = await changeLiveSession(transaction, id)
    .set({ end_date_time: now, end_type: endType })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function lockSession(transaction: Transaction, id: string) {
  return transaction
    .selectFrom('session')
    .select(['active_date_time', 'create_date_time', 'end_date_time'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks a session, so no other transaction can end it. Returns false if it has ended. Lock a session before its application. */
export async function lockLiveSession(transaction: Transaction, id: string): Promise<boolean> {
  return (await lockSession(transaction, id))?.end_date_time === null;
}

/** Locks a session that resumed a draft. Returns true if the session is unused: its activity time is before its creation time. */
export async function lockUnusedSession(transaction: Transaction, id: string): Promise<boolean> {
  const row = await lockSession(transaction, id);
  return row !== undefined && row.active_date_time < row.create_date_time;
}

/** Returns the sessions that have one of the given token hashes and haven't ended, oldest first. */
export async function liveSessionsOf(queries: Queries, tokenHashes: readonly Buffer[]) {
  if (tokenHashes.length === 0) return [];
  return queries
    .selectFrom('session')
    .selectAll()
    .where('token_hash', 'in', tokenHashes)
    .where('end_date_time', 'is', null)
    .orderBy('create_date_time')
    .execute();
}

/** Yields the ids of sessions that haven't ended, of one program or of all programs. */
export async function* liveSessionIds(db: Queries, domainKey: string | undefined): AsyncGenerator<string> {
  const sessions = db
    .selectFrom('session')
    .select('id')
    .where('end_date_time', 'is', null)
    .$if(domainKey !== undefined, (query) => query.where('domain_key', '=', domainKey ?? ''));
  for await (const { id } of rowsById(sessions)) yield id;
}

/** The reasons why a session expires: it was idle for too long, or it reached its maximum lifetime. */
export const expiryReasons = ['idle', 'lifetime'] as const;
export type ExpiryReason = (typeof expiryReasons)[number];

/**
 * Returns up to `limit` sessions that haven't ended, but were idle for longer than their program allows or have reached their
 * maximum lifetime. Omits sessions in `except`. If a session's program no longer exists, only the lifetime applies.
 */
export async function expiredSessions(
  queries: Queries,
  idleSince: readonly { readonly domainKey: string; readonly since: Date }[],
  now: Date,
  { limit, except }: DuePage,
) {
  return queries
    .selectFrom('session')
    .select((of) => [
      'id',
      of
        .case()
        .when('expire_date_time', '<=', now)
        .then(sql.lit<ExpiryReason>('lifetime'))
        .else(sql.lit<ExpiryReason>('idle'))
        .end()
        .as('reason'),
    ])
    .where('end_date_time', 'is', null)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .where((is) =>
      is.or([
        is('expire_date_time', '<=', now),
        ...idleSince.map(({ domainKey, since }) =>
          is.and([is('domain_key', '=', domainKey), is('active_date_time', '<', since)]),
        ),
      ]),
    )
    .orderBy('active_date_time')
    .limit(limit)
    .execute();
}

export type SessionStart = Awaited<ReturnType<typeof findStart>>;

/** Returns the store of a session, and the start key or entity key with which the session was started. */
export async function findStart(transaction: Transaction, id: string) {
  return transaction
    .selectFrom('session')
    .select(['store_id', 'start_key_id', 'entity_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
