/**
 * Tests the keys that are derived from the installation's own key. Each derived key has one purpose, such as looking up stored
 * values.
 */
import { createSecretKey } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase } from '../../tests/support/database.ts';
import { parseKeyList } from '../config/key-list.ts';
import { declareAllSealed, openStoreKeys, renewInstallationKey, startKeyHash } from './installation-key.ts';
import { newKeyEntry } from './key-ring.ts';
import { wrappingByRing } from './key-wrapping.ts';
import { sealedReason, withOpenReason } from './sealed-reasons.ts';
import { derivedKey, openText, wrapDataKey } from './sealing.ts';

const fixed = { id: 'AAAAAAAAAAA', key: createSecretKey(Buffer.alloc(32, 7)) };
const applicationId = '00000000-0000-7000-8000-000000000001';

function wrappingOf(...entries: string[]) {
  const ring = parseKeyList(entries.join(','));
  if (ring === undefined) throw new Error('The fixture is wrong.');
  return wrappingByRing(ring);
}

async function openedDatabase() {
  const database = await openTestDatabase();
  onTestFinished(database.close);
  return database.db;
}

test('a store keeps its key, and derives the audit key from it', async () => {
  const db = await openedDatabase();
  const wrapping = wrappingOf(newKeyEntry());
  const keys = await openStoreKeys(db, wrapping);
  expect(keys.auditKey.equals(derivedKey(keys.hashKey, 'audit trail'))).toBe(true);
  const again = await openStoreKeys(db, wrapping);
  expect(again.hashKey.key.equals(keys.hashKey.key)).toBe(true);
  expect([keys.areAllSealed, again.areAllSealed]).toEqual([true, true]);
});

test('an older store counts as sealed once that is declared, even after its key is rewrapped', async () => {
  const db = await openedDatabase();
  const [oldEntry, newEntry] = [newKeyEntry(), newKeyEntry()];
  const wrapping = wrappingOf(oldEntry);
  const { hashKey } = await openStoreKeys(db, wrapping);
  const before = await wrapDataKey(wrapping, hashKey, 'installation');
  await db
    .updateTable('installation')
    .set({ hash_key: { ...before } })
    .execute();
  const isSealed = async (by = wrapping) => (await openStoreKeys(db, by)).areAllSealed;
  expect(await isSealed()).toBe(false);
  expect(await renewInstallationKey(db, wrapping)).toBe(0);
  expect(await renewInstallationKey(db, wrappingOf(newEntry, oldEntry))).toBe(1);
  const renewed = wrappingOf(newEntry);
  expect(await isSealed(renewed)).toBe(false);
  await declareAllSealed(db, renewed);
  expect(await isSealed(renewed)).toBe(true);
});

test('a start key has the same hash however its digits are grouped', () => {
  const hash = startKeyHash(fixed, '1234123412341234').toString('hex');
  expect(hash).toBe('8ad002dacb33b616f730d469edf2ea2ef8a0f7ca31898fe625abddb352bc4f43');
  for (const grouped of ['1234-1234-1234-1234', '1234 1234 1234 1234'])
    expect(startKeyHash(fixed, grouped).toString('hex')).toBe(hash);
});

test('a reason is sealed for its application, and an older plaintext reason is readable', () => {
  const sealed = sealedReason(fixed, applicationId, 'asked by the owner');
  expect(JSON.stringify(sealed)).not.toContain('owner');
  const detail = { operator: 'ada', ...sealed };
  expect(withOpenReason(fixed, applicationId, detail)).toEqual({
    operator: 'ada',
    reason: 'asked by the owner',
  });
  expect(() => withOpenReason(fixed, '00000000-0000-7000-8000-000000000002', detail)).toThrow();
  expect(sealedReason(fixed, applicationId, undefined)).toEqual({});
  for (const plain of [{ reason: 'asked' }, { reason: null }, {}])
    expect(withOpenReason(fixed, applicationId, plain)).toEqual(plain);
  const keyOfReasons = { id: fixed.id, key: derivedKey(fixed, 'reasons of operators') };
  const place = { program: 'all', table: 'audit_event', row: applicationId, field: 'reason' };
  if (!sealed.reason) throw new Error('There is no reason.');
  expect(openText(keyOfReasons, sealed.reason, { ...place, application: applicationId })).toBe(
    'asked by the owner',
  );
});
