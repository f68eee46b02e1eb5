/** The installation's own key for keyed hashes. It is random, made once, and stored wrapped like a data key (D22, D36). */
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

/**
 * The two owners to which this key's wrapped form can be bound. `allSealed` declares that the whole store is sealed (D62); only
 * someone with the encryption keys can write it.
 */
const owners = { before: 'installation', allSealed: 'installation, all sealed' } as const;

/**
 * Returns the installation's own key. The first start makes it. Throws EncryptionError if the encryption keys can't unwrap the
 * key in this database.
 */
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

/** Wraps the key for the owner that declares that the whole store is sealed. A running server notices it only after a restart. */
export async function declareAllSealed(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<void> {
  await wrapAgain(db, wrapping, () => owners.allSealed);
}

/**
 * Wraps the key again, which tells all nodes that a rotation has begun (`new-keys.ts`). Returns 1 if its wrapping was outdated,
 * else 0.
 */
export async function renewInstallationKey(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<number> {
  const replaced = await wrapAgain(db, wrapping, (owner) => owner);
  return (await isWrappedByNewest(wrapping, replaced)) ? 0 : 1;
}

/**
 * Wraps and stores the key again. Repeats both if another process has replaced the key in the meantime. Returns the wrapped form
 * that it replaced.
 */
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
  /** The key for keyed hashes (`keyedHash`). */
  readonly hashKey: DataKey;
  /** The key for the hashes of audit events (D32). */
  readonly auditKey: KeyObject;
  /** Whether no row is left from before 2026-11-23. If so, any value that isn't sealed was not written by this program. */
  readonly areAllSealed: boolean;
  /** The last known rotation, for `withNewKey`. */
  readonly lastRotation: LastRotation;
}

/** Returns the keys of a store. Throws the same errors as `openInstallationKey`. */
export async function openStoreKeys(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<StoreKeys> {
  const { key: hashKey, wrapped, areAllSealed } = await openInstallationKey(db, wrapping);
  const auditKey = derivedKey(hashKey, 'audit trail');
  return { ...dataKeysOf(wrapping), hashKey, auditKey, areAllSealed, lastRotation: { seen: wrapped } };
}

/**
 * Returns the keyed hash of a start key, ignoring spaces and hyphens between its digits. Only this hash of the key is stored
 * (D22).
 */
export function startKeyHash(hashKey: DataKey, key: string): Buffer {
  return Buffer.from(keyedHash(hashKey, 'start key', key.replace(/[- ]/g, '')), 'hex');
}
