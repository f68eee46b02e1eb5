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

/** Sessions of a program that nobody has ended and whose time is over; at most `limit`. */
export async function expiredSessions(
  queries: Queries,
  domainKey: string,
  idleSince: Date,
  now: Date,
  limit: number,
): Promise<readonly SessionRow[]> {
  return queries
    .selectFrom('session')
    .selectAll()
    .where('domain_key', '=', domainKey)
    .where('end_date_time', 'is', null)
    .where((is) => is.or([is('active_date_time', '<', idleSince), is('expire_date_time', '<', now)]))
    .orderBy('active_date_time')
    .limit(limit)
    .execute();
}
