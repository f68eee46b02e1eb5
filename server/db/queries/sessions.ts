/** Rows of sessions (D23). The secret token is stored only as a hash. */
import type { InsertObject, Selectable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Moment, Timed } from '../clock.ts';
import { fixedAtMoment } from '../fixed-statement.ts';
import type { Tables } from '../tables.ts';
import type { Queries, Reads } from '../transactions.ts';
import { applicationOfSession, type StoredApplication, storedApplication } from './application-parts.ts';

export type SessionRow = Selectable<Tables['session']>;

/** What a call needs of its session. */
const foundColumns = [
  'id',
  'token_hash',
  'domain_key',
  'store_id',
  'start_key_id',
  'active_date_time',
  'expire_date_time',
  'end_date_time',
] as const;

/** Inserts a session; returns the moment at which it begins. */
export async function insertSession(queries: Queries, row: InsertObject<Tables, 'session'>): Promise<Date> {
  const inserted = await queries
    .insertInto('session')
    .values(row)
    .returning('create_date_time')
    .executeTakeFirstOrThrow();
  return inserted.create_date_time;
}

const findStatement = fixedAtMoment((db, { id }: { readonly id: string }, now) =>
  db.selectFrom('session').select(foundColumns).select(now.as('now')).where('id', '=', id),
);

/** A session, ended or not, and the moment at which it was read. */
export type FoundSession = Pick<SessionRow, (typeof foundColumns)[number]> & { readonly now: Date };

/** A session, ended or not, and the moment at which it is read. */
export async function findSession(
  moment: Timed['moment'],
  reads: Reads,
  id: string,
): Promise<FoundSession | undefined> {
  const { rows } = await findStatement(moment)(reads, { id });
  return rows[0];
}

const findWithApplicationStatement = fixedAtMoment((db, { id }: { readonly id: string }, now) =>
  db
    .selectFrom('session')
    .select(foundColumns)
    .select((of) => [now.as('now'), applicationOfSession(of).as('application')])
    .where('id', '=', id),
);

/** The same with the session's application and all that belongs to it, in one round trip. */
export async function findSessionWithApplication(
  moment: Timed['moment'],
  reads: Reads,
  id: string,
): Promise<(FoundSession & { readonly application: StoredApplication | undefined }) | undefined> {
  const { rows } = await findWithApplicationStatement(moment)(reads, { id });
  const [row] = rows;
  return row && { ...row, application: row.application ? storedApplication(row.application) : undefined };
}

/** Records that the session is in use; does nothing once it has ended. */
export async function touchSession(queries: Queries, id: string, now: Moment): Promise<void> {
  await queries
    .updateTable('session')
    .set({ active_date_time: now })
    .where('id', '=', id)
    .where('end_date_time', 'is', null)
    .execute();
}

/**
 * Locks a session, so that nothing begins in it while it ends; returns false where it has ended. A transaction that
 * locks both takes the session before its application.
 */
export async function lockLiveSession(transaction: Transaction<Tables>, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('session')
    .select('end_date_time')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.end_date_time === null;
}

/**
 * Locks a session that continues a draft; returns whether nothing was called in it yet. Such a session begins with its activity
 * before its beginning, and any call moves that.
 */
export async function lockUnusedSession(transaction: Transaction<Tables>, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('session')
    .select(['active_date_time', 'create_date_time'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined && row.active_date_time < row.create_date_time;
}

/** Ends a session once; returns false where it had already ended. */
export async function endSession(
  { transaction, now }: { readonly transaction: Transaction<Tables>; readonly now: Date },
  id: string,
  endType: string,
): Promise<boolean> {
  const result = await transaction
    .updateTable('session')
    .set({ end_date_time: now, end_type: endType })
    .where('id', '=', id)
    .where('end_date_time', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** The sessions that the given token hashes belong to and that nobody has ended, oldest first. */
export async function liveSessionsOf(
  queries: Queries,
  tokenHashes: readonly Buffer[],
): Promise<readonly SessionRow[]> {
  if (tokenHashes.length === 0) return [];
  return queries
    .selectFrom('session')
    .selectAll()
    .where('token_hash', 'in', tokenHashes)
    .where('end_date_time', 'is', null)
    .orderBy('create_date_time')
    .execute();
}

/** The ids of sessions that nobody has ended, after an id and in their order. */
export async function liveSessionIds(
  queries: Queries,
  of: { readonly domainKey: string | undefined; readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await queries
    .selectFrom('session')
    .select('id')
    .where('end_date_time', 'is', null)
    .where('id', '>', of.after)
    .$if(of.domainKey !== undefined, (query) => query.where('domain_key', '=', of.domainKey ?? ''))
    .orderBy('id')
    .limit(of.limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Why a session is over though nobody ended it: it was idle for too long, or has reached its longest lifetime. */
export const expiryReasons = ['idle', 'lifetime'] as const;
export type ExpiryReason = (typeof expiryReasons)[number];

/**
 * Sessions that nobody has ended and whose time is over: idle for too long by their program's timers, or past their
 * absolute end, the latter also where the program itself is gone. At most `limit`, the ids of `except` left out.
 */
export async function expiredSessions(
  queries: Queries,
  idleSince: readonly { readonly domainKey: string; readonly since: Date }[],
  now: Date,
  { limit, except }: { readonly limit: number; readonly except: readonly string[] },
): Promise<readonly { readonly id: string; readonly reason: ExpiryReason }[]> {
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

/** What a session began with: its store and its keys. */
export async function findStart(
  transaction: Transaction<Tables>,
  id: string,
): Promise<Pick<SessionRow, 'store_id' | 'start_key_id' | 'entity_key'>> {
  return transaction
    .selectFrom('session')
    .select(['store_id', 'start_key_id', 'entity_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
