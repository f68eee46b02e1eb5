/**
 * Stores a new wrapped key although a rotation may be running (X13). A key is wrapped before the transaction that stores it, so a
 * rotation that reads all rows in between would miss it, and lose it with the old wrapping key. The wrapped form of the
 * installation's own key, which a rotation wraps first, identifies the last rotation. If it changed since the wrapping, the
 * transaction is rolled back and the key wrapped again. If not, any later rotation waits for this transaction before it reads the
 * rows (`waitForKeysBeingStored`).
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

/** Checks, in the transaction that stores a key, that no rotation has begun since. Otherwise makes `withNewKey` start again. */
export type CheckNewKey = (transaction: Transaction<Tables>) => Promise<void>;

/** Maximum number of times that a key is wrapped. The last time fails only if a rotation begins during each wrapping. */
const mostWraps = 3;

/** Thrown to roll back a transaction whose key was wrapped before a rotation. After the last attempt, the API returns 503. */
class WrappedBeforeRotation extends KeysUnavailable {
  readonly found: WrappedKey;

  constructor(found: WrappedKey) {
    super('ROTATION');
    this.found = found;
  }
}

/** Wraps a new key, and stores it in a transaction that must call `check` first. Repeats both if a rotation begins between. */
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
