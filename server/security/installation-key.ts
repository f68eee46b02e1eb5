/** The installation's own key for keyed hashes: made once at random, stored wrapped like a data key (D22, D36). */
import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ensureInstallationKey, installationKey, replaceInstallationKey } from '../db/queries/encryption.ts';
import type { Tables, WrappedKey } from '../db/tables.ts';
import { type DataKeys, dataKeysOf } from './data-keys.ts';
import type { KeyWrapping } from './key-wrapping.ts';
import type { DataKey } from './sealing.ts';
import {
  derivedKey,
  EncryptionError,
  keyedHash,
  newDataKey,
  rewrapDataKey,
  unwrapDataKey,
  wrapDataKey,
} from './sealing.ts';

/**
 * The owner named in this key's wrapping. The second one declares that the whole store is sealed (D62), which only a holder of
 * the keys can do. A new store begins with it, and `encryption seal` ends with it.
 */
const owners = { before: 'installation', allSealed: 'installation, all sealed' } as const;

export interface InstallationKey {
  readonly key: DataKey;
  readonly areAllSealed: boolean;
}

/**
 * Returns the key, which the first start makes. Two nodes that start at once get the same one. Throws EncryptionError if the keys
 * can't unwrap this database's key.
 */
export async function openInstallationKey(
  db: Kysely<Tables>,
  wrapping: KeyWrapping,
): Promise<InstallationKey> {
  const { wrapped } = await newDataKey(wrapping, owners.allSealed);
  const { key, owner } = await unwrapInstallationKey(wrapping, await ensureInstallationKey(db, wrapped));
  return { key, areAllSealed: owner === owners.allSealed };
}

async function unwrapInstallationKey(wrapping: KeyWrapping, wrapped: WrappedKey) {
  const as = async (owner: string) => ({ owner, key: await unwrapDataKey(wrapping, wrapped, owner) });
  return as(owners.allSealed).catch((error: unknown) => {
    if (!(error instanceof EncryptionError)) throw error;
    return as(owners.before);
  });
}

/** Declares in the key's wrapping that the whole store is sealed. A server reads it at its next start. */
export async function declareAllSealed(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<void> {
  const wrapped = await installationKey(db);
  const { key, owner } = await unwrapInstallationKey(wrapping, wrapped);
  if (owner === owners.allSealed) return;
  await replaceInstallationKey(db, wrapped, await wrapDataKey(wrapping, key, owners.allSealed));
}

/** Rewraps the key under the ring's current key. Returns 0 if it already is. */
export async function rewrapInstallationKey(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<number> {
  const wrapped = await installationKey(db);
  const { owner } = await unwrapInstallationKey(wrapping, wrapped);
  const renewed = await rewrapDataKey(wrapping, wrapped, owner);
  return renewed === wrapped ? 0 : replaceInstallationKey(db, wrapped, renewed);
}

/** The keys of an open store. */
export interface StoreKeys extends DataKeys {
  /** For keyed hashes (`keyedHash`). */
  readonly hashKey: DataKey;
  /** For the hashes of audit events (D32). */
  readonly auditKey: KeyObject;
  /** True if no row is left from before 2026-11-23, so any unsealed value was put there by someone else. */
  readonly areAllSealed: boolean;
}

/** Returns the keys of a store. Throws as `openInstallationKey` does. */
export async function openStoreKeys(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<StoreKeys> {
  const { key: hashKey, areAllSealed } = await openInstallationKey(db, wrapping);
  return { ...dataKeysOf(wrapping), hashKey, auditKey: derivedKey(hashKey, 'audit trail'), areAllSealed };
}

/** Returns the keyed hash of a start key, however its digits are grouped. Only this hash of the key is stored (D22). */
export function startKeyHash(hashKey: DataKey, key: string): Buffer {
  return Buffer.from(keyedHash(hashKey, 'start key', key.replace(/[- ]/g, '')), 'hex');
}
