/** The installation's own key for keyed hashes: made once at random, stored wrapped like a data key (D22, D36). */
import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { ensureInstallationKey, installationKey, replaceInstallationKey } from '../db/queries/encryption.ts';
import type { Tables, WrappedKey } from '../db/tables.ts';
import { type DataKeys, dataKeysOf } from './data-keys.ts';
import type { KeyWrapping } from './key-wrapping.ts';
import type { LastRotation } from './new-keys.ts';
import {
  type DataKey,
  derivedKey,
  EncryptionError,
  isWrappedByNewest,
  keyedHash,
  newDataKey,
  unwrapDataKey,
  wrapDataKey,
} from './sealing.ts';

/** The owners in this key's wrapping. Only a holder of the keys can write the second: the whole store is sealed (D62). */
const owners = { before: 'installation', allSealed: 'installation, all sealed' } as const;

/** Returns the key, which the first start makes. Throws EncryptionError if the keys can't unwrap this database's key. */
export async function openInstallationKey(db: Kysely<Tables>, wrapping: KeyWrapping) {
  const made = await newDataKey(wrapping, owners.allSealed);
  const wrapped = await ensureInstallationKey(db, made.wrapped);
  const { key, owner } = await unwrapInstallationKey(wrapping, wrapped);
  return { key, wrapped, areAllSealed: owner === owners.allSealed };
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
  await wrapAgain(db, wrapping, () => owners.allSealed);
}

/** Wraps the key again, which tells all nodes that a rotation has begun (`new-keys.ts`). Returns 1 if it was outdated, else 0. */
export async function renewInstallationKey(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<number> {
  const replaced = await wrapAgain(db, wrapping, (owner) => owner);
  return (await isWrappedByNewest(wrapping, replaced)) ? 0 : 1;
}

/** Wraps and stores the key again, until no other process has replaced it meanwhile. Returns the replaced form. */
async function wrapAgain(
  db: Kysely<Tables>,
  wrapping: KeyWrapping,
  newOwner: (owner: string) => string,
): Promise<WrappedKey> {
  for (;;) {
    const wrapped = await installationKey(db);
    const { key, owner } = await unwrapInstallationKey(wrapping, wrapped);
    const renewed = await wrapDataKey(wrapping, key, newOwner(owner));
    if ((await replaceInstallationKey(db, wrapped, renewed)) > 0) return wrapped;
  }
}

/** The keys of an open store. */
export interface StoreKeys extends DataKeys {
  /** For keyed hashes (`keyedHash`). */
  readonly hashKey: DataKey;
  /** For the hashes of audit events (D32). */
  readonly auditKey: KeyObject;
  /** True if no row is left from before 2026-11-23, so any unsealed value was put there by someone else. */
  readonly areAllSealed: boolean;
  /** For `withNewKey`. */
  readonly lastRotation: LastRotation;
}

/** Returns the keys of a store. Throws as `openInstallationKey` does. */
export async function openStoreKeys(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<StoreKeys> {
  const { key: hashKey, wrapped, areAllSealed } = await openInstallationKey(db, wrapping);
  const auditKey = derivedKey(hashKey, 'audit trail');
  return { ...dataKeysOf(wrapping), hashKey, auditKey, areAllSealed, lastRotation: { seen: wrapped } };
}

/** Returns the keyed hash of a start key, however its digits are grouped. Only this hash of the key is stored (D22). */
export function startKeyHash(hashKey: DataKey, key: string): Buffer {
  return Buffer.from(keyedHash(hashKey, 'start key', key.replace(/[- ]/g, '')), 'hex');
}
