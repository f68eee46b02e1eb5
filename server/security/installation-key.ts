/** Manages the installation's own random key for keyed hashes (D22, D36). It is stored in wrapped form, like a data key. */
import type { Kysely } from 'kysely';
import { ensureInstallationKey, installationKey, replaceInstallationKey } from '../db/queries/encryption.ts';
import type { Tables, WrappedKey } from '../db/tables.ts';
import { dataKeysOf } from './data-keys.ts';
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
 * The names to which the installation's key can be bound when it is wrapped. `allSealed` declares that all stored personal data
 * is encrypted (D62). Only someone who has the encryption keys can change the name.
 */
const owners = { before: 'installation', allSealed: 'installation, all sealed' } as const;

/** The keys of an open store. */
export type StoreKeys = Readonly<Awaited<ReturnType<typeof openStoreKeys>>>;

/** Returns a store's keys. Creates the installation's key at the first start. Throws EncryptionError if unwrapping it fails. */
export async function openStoreKeys(db: Kysely<Tables>, wrapping: KeyWrapping) {
  const made = await newDataKey(wrapping, owners.allSealed);
  const wrapped = await ensureInstallationKey(db, made.wrapped);
  const { key: hashKey, owner } = await unwrapInstallationKey(wrapping, wrapped);
  const lastRotation: LastRotation = { seen: wrapped };
  return {
    ...dataKeysOf(wrapping),
    /** The key with which `keyedHash` computes hashes. */
    hashKey,
    /** The key with which the hashes of audit events are computed (D32). */
    auditKey: derivedKey(hashKey, 'audit trail'),
    /** Whether all personal data, even from before 2026-11-23, is encrypted. If so, an unencrypted value was forged. */
    areAllSealed: owner === owners.allSealed,
    /** The last rotation that this process knows about, for `withNewKey`. */
    lastRotation,
  };
}

async function unwrapInstallationKey(wrapping: KeyWrapping, wrapped: WrappedKey) {
  const as = async (owner: string) => ({ owner, key: await unwrapDataKey(wrapping, wrapped, owner) });
  return as(owners.allSealed).catch((error: unknown) => {
    if (!(error instanceof EncryptionError)) throw error;
    return as(owners.before);
  });
}

/** Declares that all stored personal data is encrypted. A running server notices this only after a restart. */
export async function declareAllSealed(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<void> {
  await wrapAgain(db, wrapping, () => owners.allSealed);
}

/** Rewraps the installation's key, to signal a rotation (`new-keys.ts`). Returns 1 if the old wrapping was outdated, else 0. */
export async function renewInstallationKey(db: Kysely<Tables>, wrapping: KeyWrapping): Promise<number> {
  const replaced = await wrapAgain(db, wrapping, (owner) => owner);
  return (await isWrappedByNewest(wrapping, replaced)) ? 0 : 1;
}

/** Rewraps and stores the installation's key. Tries again if another process replaced it. Returns the old wrapped key. */
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

/** Returns the keyed hash of a start key, ignoring spaces and hyphens. Start keys are stored only as these hashes (D22). */
export function startKeyHash(hashKey: DataKey, key: string): Buffer {
  return Buffer.from(keyedHash(hashKey, 'start key', key.replace(/[- ]/g, '')), 'hex');
}
