/** Rewraps every data key with the ring's current key while the server runs (D36, X13). No answers are decrypted. */
import type { Kysely } from 'kysely';
import type { KeyList } from '../../config/key-list.ts';
import type { Database } from '../../db/database.ts';
import {
  installationKey,
  type KeyChange,
  type OwnedKey,
  pageOfDataKeys,
  replaceDataKeys,
  waitForKeysBeingStored,
} from '../../db/queries/encryption.ts';
import type { Tables } from '../../db/tables.ts';
import { rewrapDeliveryKeys, wrappedDeliveryKeys } from '../../delivery/delivery-keys.ts';
import { renewInstallationKey, type StoreKeys } from '../../security/installation-key.ts';
import type { KeyWrapping } from '../../security/key-wrapping.ts';
import { EncryptionError, rewrapDataKey } from '../../security/sealing.ts';

interface RotationContext {
  readonly database: Pick<Database, 'db'>;
  readonly keyRing: KeyList;
  readonly keys: Pick<StoreKeys, 'wrapping'>;
}

export type EncryptionStatus = Awaited<ReturnType<typeof encryptionStatus>>;
export type KeyUse = EncryptionStatus['keys'][number];

/** Number of data keys read at a time. A batch takes a few milliseconds, and requests can run between batches. */
const batch = 200;

/** Number of data keys rewrapped concurrently, to save time: a key service takes a few milliseconds for each key. */
const concurrency = 20;

async function* batchesOfDataKeys(db: Kysely<Tables>): AsyncGenerator<readonly OwnedKey[]> {
  let after: string | undefined;
  do {
    const { keys, next } = await pageOfDataKeys(db, after, batch);
    yield keys;
    after = next;
  } while (after !== undefined);
}

/**
 * Counts the keys that each key-encryption key wraps: data keys of applications, the installation's key, and delivery keys.
 * Key-encryption keys that are missing from the ring come last. `outdated` counts the keys that the current key does not wrap.
 */
export async function encryptionStatus({ database, keyRing }: RotationContext) {
  const uses = new Map<string, number>([...keyRing.keys.keys()].map((id) => [id, 0]));
  const count = (keyId: string) => uses.set(keyId, (uses.get(keyId) ?? 0) + 1);
  count((await installationKey(database.db)).k);
  for (const { wrapped } of await wrappedDeliveryKeys(database.db)) count(wrapped.k);
  for await (const ownedKeys of batchesOfDataKeys(database.db))
    for (const { wrapped } of ownedKeys) count(wrapped.k);

  const currentKey = keyRing.current.id;
  const known = (keyId: string) => (keyRing.keys.has(keyId) ? 'known' : 'missing');
  const keys = [...uses].map(
    ([keyId, dataKeys]) =>
      ({ keyId, dataKeys, state: keyId === currentKey ? 'current' : known(keyId) }) as const,
  );
  const outdated = keys.reduce((sum, { state, dataKeys }) => sum + (state === 'current' ? 0 : dataKeys), 0);
  return { currentKey, keys, outdated };
}

/**
 * Rewraps all data keys with the newest version of the current key. Call it after every node has read the new ring. A node with
 * the old ring still stores data keys under the old key: `encryptionStatus` counts them, and another rotation rewraps them.
 *
 * Rewraps the installation's key first, waits for transactions that are storing a new data key, and then rewraps all other keys.
 * A call that wrapped its data key before the rotation wraps the key again (`new-keys.ts`). Replaces only wrapped keys that have
 * not changed since this function read them, so rotations may run concurrently. Rejects with KeysUnavailable if the key service
 * can't be reached. `unopened` lists applications and delivery keys whose wrapped key was altered or can't be decrypted.
 */
export async function rotateKeys({ database, keys }: RotationContext) {
  const { db } = database;
  let rewrapped = await renewInstallationKey(db, keys.wrapping);
  await waitForKeysBeingStored(db);
  for (;;) {
    const round = await rewrapAll(db, keys.wrapping);
    rewrapped += round.rewrapped;
    // Repeat until there is nothing to rewrap, because a concurrent rotation with an older ring may have replaced keys.
    if (round.rewrapped === 0) return { rewrapped, unopened: round.unopened };
  }
}

async function rewrapAll(db: Kysely<Tables>, wrapping: KeyWrapping) {
  const ofDeliveries = await rewrapDeliveryKeys(db, wrapping);
  const unopened = [...ofDeliveries.unopened];
  let { rewrapped } = ofDeliveries;
  let changes: KeyChange[] = [];
  const rewrap = async ({ applicationId, wrapped }: OwnedKey): Promise<void> => {
    try {
      const renewed = await rewrapDataKey(wrapping, wrapped, applicationId);
      if (renewed !== wrapped) changes.push({ applicationId, wrapped: renewed, replaces: wrapped });
    } catch (error) {
      if (!(error instanceof EncryptionError)) throw error;
      unopened.push(applicationId);
    }
  };
  for await (const keys of batchesOfDataKeys(db)) {
    changes = [];
    for (let from = 0; from < keys.length; from += concurrency)
      await Promise.all(keys.slice(from, from + concurrency).map(rewrap));
    if (changes.length > 0) rewrapped += await replaceDataKeys(db, changes);
  }
  return { rewrapped, unopened };
}
