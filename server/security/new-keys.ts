/**
 * Stores a new wrapped key even while the encryption keys are rotated (X13). A key is wrapped before the transaction that stores
 * it. A rotation between these two steps misses the new key, which is lost when the old encryption key is removed. So the
 * transaction checks the wrapped form of the installation's own key, which each rotation replaces first. If this form changed,
 * the new key is wrapped again. If not, a rotation that begins later waits for the transaction (`waitForKeysBeingStored`).
 */
import type { Transaction } from 'kysely';
import { installationKeyWhileStoring } from '../db/queries/encryption.ts';
import type { Tables, WrappedKey } from '../db/tables.ts';
import { KeysUnavailable } from './sealing.ts';

/** The last rotation that this process knows about. */
export interface LastRotation {
  /** The last known wrapped form of the installation's own key. If it is outdated, `withNewKey` wraps the new key twice. */
  seen: WrappedKey;
}

/** Throws if a rotation has begun since the key was wrapped. Call it in the transaction that stores the key. */
export type CheckNewKey = (transaction: Transaction<Tables>) => Promise<void>;

/** Maximum number of times that `withNewKey` wraps a key. If a rotation begins each time, `withNewKey` throws. */
const mostWraps = 3;

/** Thrown to roll back a transaction whose key was wrapped before a rotation. After the last attempt, the API returns 503. */
class WrappedBeforeRotation extends KeysUnavailable {
  readonly found: WrappedKey;

  constructor(found: WrappedKey) {
    super('ROTATION');
    this.found = found;
  }
}

/** Wraps a new key with `wrap` and calls `store`, which must call `check` first. Repeats both if a rotation begins meanwhile. */
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
