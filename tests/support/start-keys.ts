/**
 * Issues start keys as the operator's command does: the database contains only their keyed hashes (D22). Also reads the key with
 * which a session started.
 */
import { randomInt } from 'node:crypto';
import { insertStartKeys } from '../../server/db/queries/start-keys.ts';
import { uuidv7 } from '../../server/db/uuid.ts';
import { startKeyHash } from '../../server/security/installation-key.ts';
import type { Services } from '../../server/services.ts';

const monthMillis = 30 * 24 * 60 * 60_000;

/** Stores a new start key, by default of the program demo and valid for 30 days. Returns its id, and its digits with hyphens. */
export async function issueStartKey(
  { database, hashKey }: Pick<Services, 'database' | 'hashKey'>,
  {
    domainKey = 'demo',
    expires = new Date(Date.now() + monthMillis),
    isRevoked = false,
    isShared = false,
  }: {
    readonly domainKey?: string;
    readonly expires?: Date;
    readonly isRevoked?: boolean;
    /** Whether the key is for a device that several people use, such as a store's tablet (D55). */
    readonly isShared?: boolean;
  } = {},
): Promise<{ readonly id: string; readonly key: string }> {
  const now = new Date();
  const id = uuidv7(now);
  const key = Array.from({ length: 4 }, () => randomInt(1_000, 10_000)).join('-');
  await insertStartKeys(database.db, [
    {
      id,
      key_hash: startKeyHash(hashKey, key),
      domain_key: domainKey,
      store_id: '20000001',
      create_date_time: now,
      expire_date_time: expires,
      revoke_date_time: isRevoked ? now : null,
      shared_device: isShared,
    },
  ]);
  return { id, key };
}

/** Returns the store, the start key and the entity key with which the newest session of a program started. */
export function lastStart({ database }: Pick<Services, 'database'>, domainKey: string) {
  return database.db
    .selectFrom('session')
    .select(['store_id', 'start_key_id', 'entity_key'])
    .where('domain_key', '=', domainKey)
    .orderBy('create_date_time', 'desc')
    .limit(1)
    .executeTakeFirst();
}
