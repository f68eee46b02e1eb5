/**
 * Storing a new wrapped key while a rotation may run (X13). A key is wrapped before the transaction that stores it, because a key
 * service may take seconds. If a rotation read all rows in between, it would miss the key, and the key would be lost once the
 * operator drops the key that wrapped it.
 *
 * A rotation begins by wrapping the installation's own key again, so that key's wrapped form identifies the last rotation. The
 * transaction that stores a new key compares it with the form known before the wrapping:
 *
 * - It differs: a rotation has begun since, so the transaction is rolled back, and the key is wrapped again.
 * - It is the same: the rotation begins later or has just begun. It waits for this transaction before it reads the rows
 *   (`waitForKeysBeingStored`).
 *
 * So the key is either wrapped after a rotation has begun, when every node has the new ring, or found by that rotation. This also
 * holds for a new version of a key in Vault, which has the same id as the old version.
 */
import type { Transaction } from 'kysely';
import { installationKeyWhileStoring } from '../db/queries/encryption.ts';
import type { Tables, WrappedKey } from '../db/tables.ts';
import { KeysUnavailable } from './sealing.ts';

/** What a process knows of rotations. */
export interface LastRotation {
  /** The wrapped form of the installation's own key, as last read. An old form costs one more wrapping and does no harm. */
  seen: WrappedKey;
}

/**
 * Checks that no rotation has begun since a key was wrapped. Call it in the transaction that stores the key, before storing it.
 * If one has, throws an error that `withNewKey` handles.
 */
export type CheckNewKey = (transaction: Transaction<Tables>) => Promise<void>;

/** How often a key is wrapped at most. Only a rotation during each wrapping could use up all of them. */
const mostWraps = 3;

/** Ends a transaction whose key was wrapped before a rotation. If it happens too often, the API responds with 503. */
class WrappedBeforeRotation extends KeysUnavailable {
  readonly found: WrappedKey;

  constructor(found: WrappedKey) {
    super('ROTATION');
    this.found = found;
  }
}

/**
 * Wraps a new key and stores it. If a rotation begins in between, does both again.
 * @param wrap wraps a key under the current key
 * @param store stores it in a transaction that calls `check`, and has no effects if the transaction is rolled back
 */
export async function withNewKey<Made, Result>(
  lastRotation: LastRotation,
  wrap: () => Promise<Made>,
  store: (made: Made, check: CheckNewKey) => Promise<Result>,
): Promise<Result> {
  for (let wraps = 1; ; wraps += 1) {
    const { seen } = lastRotation;
    const made = await wrap();
    try {
      return await store(made, async (transaction) => {
        const found = await installationKeyWhileStoring(transaction);
        if (found.k !== seen.k || found.c !== seen.c) throw new WrappedBeforeRotation(found);
      });
    } catch (error) {
      if (!(error instanceof WrappedBeforeRotation)) throw error;
      lastRotation.seen = error.found;
      if (wraps === mostWraps) throw error;
    }
  }
}
