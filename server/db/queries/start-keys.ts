/** Queries for start keys (D22). A key is stored only as a keyed hash. */
import type { Moment } from '../clock.ts';
import type { NewRow, Row } from '../tables.ts';
import type { Queries, Transaction } from '../transactions.ts';
import { isId } from './applications.ts';

export type StartKeyRow = Row<'start_key'>;

/** Returns the program's key with this hash, unless it has expired, is revoked, or was used to submit an application. */
export async function findUsableStartKey(db: Queries, domainKey: string, keyHash: Buffer, now: Moment) {
  return db
    .selectFrom('start_key')
    .selectAll()
    .where((is) => is.and({ key_hash: keyHash, domain_key: domainKey }))
    .where((is) => is.and({ revoke_date_time: null, application_id: null }))
    .where('expire_date_time', '>', now)
    .executeTakeFirst();
}

/** Records the application that was submitted with a key. Returns false if the key already has a different application. */
export async function spendStartKey(transaction: Transaction, id: string, applicationId: string) {
  const { numUpdatedRows } = await transaction
    .updateTable('start_key')
    .set({ application_id: applicationId })
    .where('id', '=', id)
    .where((is) => is.or([is('application_id', 'is', null), is('application_id', '=', applicationId)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertStartKeys(db: Queries, rows: readonly NewRow<'start_key'>[]): Promise<void> {
  await db.insertInto('start_key').values(rows).execute();
}

/** Returns at most `limit` start keys of one program or all programs, newest first, after the key with the id `after`. */
export async function listStartKeys(
  db: Queries,
  { domainKey, after, limit }: { domainKey?: string | undefined; after?: string | undefined; limit: number },
): Promise<readonly StartKeyRow[]> {
  let query = db.selectFrom('start_key').selectAll().orderBy('id', 'desc').limit(limit);
  if (domainKey !== undefined) query = query.where('domain_key', '=', domainKey);
  if (after !== undefined) query = query.where('id', '<', after);
  return query.execute();
}

/** Returns the key with this id or hash, even if it is no longer usable. */
export async function findStartKey(db: Queries, by: { readonly id: string } | { readonly keyHash: Buffer }) {
  if ('id' in by && !isId(by.id)) return undefined;
  const query = db.selectFrom('start_key').selectAll();
  const found = 'id' in by ? query.where('id', '=', by.id) : query.where('key_hash', '=', by.keyHash);
  return found.executeTakeFirst();
}

/** Revokes a key with which no application was submitted. Returns false if there is no such key, or if it was already revoked. */
export async function revokeStartKey(db: Queries, id: string, by: string, now: Moment): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('start_key')
    .set({ revoke_date_time: now, revoke_user_id: by })
    .where((is) => is.and({ id, application_id: null, revoke_date_time: null }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
