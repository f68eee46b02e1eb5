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
 * The owner named in the wrapping of this key. The second one says, so that nobody can change it who does not hold the
 * keys, that the whole store is sealed (D62): so begins a new store, and so ends `encryption seal`.
 */
const owners = { before: 'installation', allSealed: 'installation, all sealed' } as const;

export interface InstallationKey {
  readonly key: DataKey;
  readonly areAllSealed: boolean;
}

/**
 * Returns the key, made on the first start; two nodes that start at once get the same. Throws EncryptionError where the
 * keys cannot unwrap the key of this database.
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

/** Says in the key's wrapping that the whole store is sealed; a server takes that in at its next start. */
export async function declareAllSealed(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<void> {
  const wrapped = await installationKey(db);
  const { key, owner } = await unwrapInstallationKey(wrapping, wrapped);
  if (owner === owners.allSealed) return;
  await replaceInstallationKey(db, wrapped, await wrapDataKey(wrapping, key, owners.allSealed));
}

/** Puts the key under the current key of the ring; returns 0 where it is already. */
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
  /** Of the hashes of audit events (D32). */
  readonly auditKey: KeyObject;
  /** True where nothing is left from before 2026-11-23: what is not sealed was then put there by somebody else. */
  readonly areAllSealed: boolean;
}

/** The keys of a store. Throws as `openInstallationKey` does. */
export async function openStoreKeys(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<StoreKeys> {
  const { key: hashKey, areAllSealed } = await openInstallationKey(db, wrapping);
  return { ...dataKeysOf(wrapping), hashKey, auditKey: derivedKey(hashKey, 'audit trail'), areAllSealed };
}

/** The keyed hash of a start key, however its digits are grouped: all that is stored of the key (D22). */
export function startKeyHash(hashKey: DataKey, key: string): Buffer {
  return Buffer.from(keyedHash(hashKey, 'start key', key.replace(/[- ]/g, '')), 'hex');
}
