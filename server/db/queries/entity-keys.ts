/** Queries for the entity keys that operators added (D22). A program's folder may define other entity keys. */
import type { Moment } from '../clock.ts';
import type { Queries } from '../transactions.ts';

export interface EntityKeyRow {
  readonly domainKey: string;
  readonly key: string;
  readonly storeId: string;
}

function entityKeys(db: Queries) {
  return db.selectFrom('entity_key').select(['domain_key as domainKey', 'key', 'store_id as storeId']);
}

export async function findEntityKey(db: Queries, domainKey: string, key: string) {
  return entityKeys(db).where('domain_key', '=', domainKey).where('key', '=', key).executeTakeFirst();
}

/** Returns the entity keys that operators added to one program or to all programs, sorted by program and key. */
export async function listEntityKeys(db: Queries, domainKey?: string): Promise<EntityKeyRow[]> {
  const query = entityKeys(db).orderBy('domain_key').orderBy('key');
  return (domainKey === undefined ? query : query.where('domain_key', '=', domainKey)).execute();
}

/** Adds a key to a program. Returns false if an operator has already added this key to this program. */
export async function insertEntityKey(
  db: Queries,
  { domainKey, key, storeId }: EntityKeyRow,
  by: string,
  now: Moment,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('entity_key')
    .values({ domain_key: domainKey, key, store_id: storeId, create_date_time: now, create_user_id: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Removes a key. Returns false if no operator added this key to this program. */
export async function deleteEntityKey(db: Queries, domainKey: string, key: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('entity_key')
    .where((is) => is.and({ domain_key: domainKey, key }))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
