import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { parseKeyList } from '../config/key-list.ts';
import { transact } from '../db/transactions.ts';
import { openStoreKeys, renewInstallationKey, type StoreKeys } from './installation-key.ts';
import { newKeyEntry } from './key-ring.ts';
import { wrappingByRing } from './key-wrapping.ts';
import { withNewKey } from './new-keys.ts';
import { KeysUnavailable } from './sealing.ts';

describe('a new key', () => {
  let keys: StoreKeys;
  let wraps = 0;
  let rotate: () => Promise<unknown>;
  /** Wraps and stores a key. During each of the first `rotations` wrappings, starts a rotation. */
  let store: (rotations: number) => Promise<number>;

  beforeEach(async () => {
    const ring = parseKeyList(newKeyEntry());
    if (!ring) throw new Error('The list of keys is not valid.');
    const database = await openTestDatabase();
    onTestFinished(database.close);
    keys = await openStoreKeys(database.db, wrappingByRing(ring));
    wraps = 0;
    rotate = () => renewInstallationKey(database.db, keys.wrapping);
    store = (rotations) =>
      withNewKey(
        keys.lastRotation,
        async () => {
          wraps += 1;
          if (wraps <= rotations) await rotate();
          return wraps;
        },
        (made, check) =>
          transact(database.db, async (transaction) => {
            await check(transaction);
            return made;
          }),
      );
  });

  test('is wrapped once if no rotation begins meanwhile', async () => {
    expect(await store(0)).toBe(1);
    expect(wraps).toBe(1);
  });

  test('is wrapped again after each rotation that began before it was stored', async () => {
    expect(await store(2)).toBe(3);
    expect(wraps).toBe(3);
    expect(await store(0)).toBe(4);
  });

  test('is not stored if every wrapping has a rotation after it, and the error says to try later', async () => {
    await expect(store(3)).rejects.toThrow(KeysUnavailable);
    expect(wraps).toBe(3);
    expect(await store(0)).toBe(4);
  });

  test('is not wrapped again if storing it fails for another reason', async () => {
    let tries = 0;
    const failing = () => {
      tries += 1;
      return Promise.reject(new Error('its own'));
    };
    await expect(withNewKey(keys.lastRotation, async () => 1, failing)).rejects.toThrow('its own');
    expect(tries).toBe(1);
  });
});
