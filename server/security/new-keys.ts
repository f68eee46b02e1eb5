/**
 * Stores a new wrapped key even if a rotation of the encryption keys is running (X13). A key is wrapped before the transaction
 * that stores it. A rotation that reads all rows in between would miss the new key, and the new key would be lost when the old
 * encryption key is removed. To prevent this, the transaction checks the wrapped form of the installation's own key, which each
 * rotation replaces first. If that form has changed, the transaction is rolled back, and the new key is wrapped again. If it has
 * not, a later rotation waits for this transaction before it reads the rows (`waitForKeysBeingStored`).
 */
import type { Transaction } from 'kysely';
import { installationKeyWhileStoring } from '../db/queries/encryption.ts';
import type { Tables, WrappedKey } from '../db/tables.ts';
import { KeysUnavailable } from './sealing.ts';

/** The last rotation that this process knows about. */
export interface LastRotation {
  /** The last known wrapped form of the installation's own key. If it is outdated, the next key is wrapped twice. */
  seen: WrappedKey;
}

/**
 * Checks that no rotation has begun since the key was wrapped. Call this in the transaction that stores the key. If a rotation
 * has begun, throws an error that makes `withNewKey` start again.
 */
export type CheckNewKey = (transaction: Transaction<Tables>) => Promise<void>;

/** Maximum number of times that a key is wrapped. After that, the work fails. */
const mostWraps = 3;

/** Thrown to roll back a transaction whose key was wrapped before a rotation. After the last attempt, the API returns 503. */
class WrappedBeforeRotation extends KeysUnavailable {
  readonly found: WrappedKey;

  constructor(found: WrappedKey) {
    super('ROTATION');
    this.found = found;
  }
}

/**
 * Wraps a new key with `wrap`, then calls `store`. In its transaction, `store` must call `check` first. If a rotation begins
 * between the two, repeats both.
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
