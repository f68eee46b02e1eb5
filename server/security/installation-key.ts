/** The installation's own key for keyed hashes: made once at random, stored wrapped by the key ring (D22, D36). */
import type { Kysely } from 'kysely';
import { ensureInstallationKey } from '../db/queries/wrapped-keys.ts';
import type { Tables } from '../db/tables.ts';
import type { KeyRing } from './key-ring.ts';
import type { DataKey } from './sealing.ts';
import { keyedHash, newDataKey, unwrapDataKey } from './sealing.ts';

/** The owner named in the wrapping of this key. */
export const installationOwner = 'installation';

/**
 * Returns the key, made on the first start; two nodes that start at once get the same. Throws EncryptionError where the
 * key ring cannot unwrap the key of this database.
 */
export async function openInstallationKey(db: Kysely<Tables>, keyRing: KeyRing): Promise<DataKey> {
  const { wrapped } = newDataKey(keyRing, installationOwner);
  return unwrapDataKey(keyRing, await ensureInstallationKey(db, wrapped), installationOwner);
}

/** The keyed hash of a start key, however its digits are grouped: all that is stored of the key (D22). */
export function startKeyHash(hashKey: DataKey, key: string): Buffer {
  return Buffer.from(keyedHash(hashKey, 'start key', key.replace(/[- ]/g, '')), 'hex');
}
