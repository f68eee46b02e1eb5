/** Rows of sessions (D23). The secret rests only as a hash. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type SessionRow = Selectable<Tables['session']>;
type Queries = Kysely<Tables> | Transaction<Tables>;

export async function insertSession(queries: Queries, row: SessionRow): Promise<void> {
  await queries.insertInto('session').values(row).execute();
}

export async function findSession(queries: Queries, id: string): Promise<SessionRow | undefined> {
  return queries.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Notes that the person is still there. */
export async function touchSession(queries: Queries, id: string, now: Date): Promise<void> {
  await queries
    .updateTable('session')
    .set({ active_date_time: now })
    .where('id', '=', id)
    .where('end_date_time', 'is', null)
    .execute();
}

/**
 * Locks a session, so that nothing begins in it while it ends; answers false where it has ended. A transaction that
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

/** Ends a session once; answers false where it had already ended. */
export async function endSession(queries: Queries, id: string, endType: string, now: Date): Promise<boolean> {
  const result = await queries
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

/**
 * Sessions that nobody has ended and whose time is over: idle for too long by their program's timers, or past their
 * absolute end, the latter also where the program itself is gone. At most `limit`, the ids of `except` left out.
 */
export async function expiredSessions(
  queries: Queries,
  idleSince: readonly { readonly domainKey: string; readonly since: Date }[],
  now: Date,
  { limit, except }: { readonly limit: number; readonly except: readonly string[] },
): Promise<readonly Pick<SessionRow, 'id'>[]> {
  return queries
    .selectFrom('session')
    .select('id')
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
