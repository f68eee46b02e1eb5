/**
 * Stores a new wrapped key although a rotation may be running (X13). A key is wrapped before the transaction that stores it. If a
 * rotation reads all rows between these two steps, it misses the key. The key would then be lost when the old wrapping key is
 * removed.
 *
 * A rotation begins by wrapping the installation's own key again, so that key's wrapped form identifies the last rotation. The
 * transaction that stores a new key compares this form with the one that was known before the wrapping:
 *
 * - If it differs, a rotation has begun since. The transaction is rolled back, and the key is wrapped again.
 * - If it is the same, any later rotation waits for this transaction before it reads the rows (`waitForKeysBeingStored`).
 */
import type { Transaction } from 'kysely';
import { installationKeyWhileStoring } from '../db/queries/encryption.ts';
import type { Tables, WrappedKey } from '../db/tables.ts';
import { KeysUnavailable } from './sealing.ts';

/** The last rotation that this process knows about. */
export interface LastRotation {
  /**
   * The last known wrapped form of the installation's own key. If this form is outdated, the next new key is wrapped twice, which
   * does no harm.
   */
  seen: WrappedKey;
}

/**
 * Checks that no rotation has begun since the key was wrapped, in the transaction that stores the key. Otherwise throws an error
 * that makes `withNewKey` start again.
 */
export type CheckNewKey = (transaction: Transaction<Tables>) => Promise<void>;

/** Maximum number of times that a key is wrapped. The last time fails only if a rotation begins during each wrapping. */
const mostWraps = 3;

/**
 * Thrown to roll back a transaction whose key was wrapped before a rotation. If the last attempt fails too, the API responds with
 * 503.
 */
class WrappedBeforeRotation extends KeysUnavailable {
  readonly found: WrappedKey;

  constructor(found: WrappedKey) {
    super('ROTATION');
    this.found = found;
  }
}

/**
 * Wraps a new key, and then stores it in a transaction that must call `check` first. If a rotation begins between the two steps,
 * repeats both.
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
