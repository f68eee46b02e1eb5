/** The installation's own key for keyed hashes: drawn once, kept wrapped by the key ring (D22, D36). */
import type { Kysely } from 'kysely';
import type { DataKey, WrappedKey } from './security/encryption.ts';
import { newDataKey, unwrapDataKey } from './security/encryption.ts';
import type { KeyRing } from './security/key-ring.ts';
import type { Tables } from './store/tables.ts';

/** Whose key it is, for the wrapping. */
export const installationOwner = 'installation';

/**
 * The key, made on the first start; two nodes that start at once agree on one. Throws EncryptionError where the key
 * ring is not the one that this database was sealed under.
 */
export async function openInstallationKey(db: Kysely<Tables>, keyRing: KeyRing): Promise<DataKey> {
  const { wrapped } = newDataKey(keyRing, installationOwner);
  await db
    .insertInto('installation')
    .values({ id: 1, hash_key: { ...wrapped } })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { hash_key } = await db.selectFrom('installation').select('hash_key').executeTakeFirstOrThrow();
  return unwrapDataKey(keyRing, hash_key as unknown as WrappedKey, installationOwner);
}
