/**
 * Storing a new wrapped key while a rotation may run (X13). A key is wrapped before the transaction that stores it. A rotation
 * that read all rows in between would miss the key, and the key would be lost with the old key that wrapped it.
 *
 * A rotation begins by wrapping the installation's own key again, so that key's wrapped form identifies the last rotation. The
 * transaction that stores a new key compares it with the form known before the wrapping:
 *
 * - It differs: a rotation has begun since, so the transaction is rolled back, and the key is wrapped again.
 * - It is the same: a later rotation waits for this transaction before it reads the rows (`waitForKeysBeingStored`).
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

/** Checks, in the transaction that stores a key, that no rotation has begun since it was wrapped. Else throws for `withNewKey`. */
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

/** Wraps a new key and stores it, in a transaction that first calls `check`. Does both again if a rotation begins in between. */
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
