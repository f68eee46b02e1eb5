/** The installation's own key for keyed hashes: made once at random, stored wrapped like a data key (D22, D36). */
import type { Kysely } from 'kysely';
import { ensureInstallationKey } from '../db/queries/wrapped-keys.ts';
import type { Tables } from '../db/tables.ts';
import { type DataKeys, dataKeysOf } from './data-keys.ts';
import type { KeyWrapping } from './key-wrapping.ts';
import type { DataKey } from './sealing.ts';
import { keyedHash, newDataKey, unwrapDataKey } from './sealing.ts';

/** The owner named in the wrapping of this key. */
export const installationOwner = 'installation';

/**
 * Returns the key, made on the first start; two nodes that start at once get the same. Throws EncryptionError where the
 * keys cannot unwrap the key of this database.
 */
export async function openInstallationKey(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<DataKey> {
  const { wrapped } = await newDataKey(wrapping, installationOwner);
  return unwrapDataKey(wrapping, await ensureInstallationKey(db, wrapped), installationOwner);
}

/** The keys of an open store. */
export interface StoreKeys extends DataKeys {
  /** For keyed hashes (`keyedHash`). */
  readonly hashKey: DataKey;
}

/** The keys of a store. Throws as `openInstallationKey` does. */
export async function openStoreKeys(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<StoreKeys> {
  const hashKey = await openInstallationKey(db, wrapping);
  return { ...dataKeysOf(wrapping), hashKey };
}

/** The keyed hash of a start key, however its digits are grouped: all that is stored of the key (D22). */
export function startKeyHash(hashKey: DataKey, key: string): Buffer {
  return Buffer.from(keyedHash(hashKey, 'start key', key.replace(/[- ]/g, '')), 'hex');
}
