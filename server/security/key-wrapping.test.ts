import { afterEach, expect, test, vi } from 'vitest';
import { parseKeyList } from '../config/key-list.ts';
import { newKeyEntry } from './key-ring.ts';
import { type KeyService, wrappingByRing } from './key-wrapping.ts';
import { EncryptionError, KeysUnavailable } from './sealing.ts';

const [inVault, inKms] = ['v:vault:transit/card', 'k:kms:1234abcd'];

function ringOf(...entries: string[]) {
  const ring = parseKeyList(entries.join(','));
  if (ring === undefined) throw new Error('The fixture is wrong.');
  return ring;
}

/** Returns a key service that counts how often it wraps. The test can make it unavailable. */
function service() {
  const state = { wrapped: [] as string[], isAway: false };
  const wraps: KeyService = {
    wrap: async (name) => {
      state.wrapped.push(name);
      if (state.isAway) throw new KeysUnavailable();
      return Buffer.from('wrapped');
    },
    unwrap: async () => Buffer.from('bytes'),
    isNewest: async (name) => name === 'transit/card',
  };
  return { state, wraps };
}

afterEach(() => vi.useRealTimers());

test('a key in this process is always ready', async () => {
  expect(await wrappingByRing(ringOf(newKeyEntry(), inVault)).isReady()).toBe(true);
});

test('the readiness of a key service is checked at most every ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { state, wraps } = service();
  const wrapping = wrappingByRing(ringOf(inVault), { vault: wraps });
  expect(await wrapping.isReady()).toBe(true);
  state.isAway = true;
  vi.advanceTimersByTime(10_000);
  expect(await wrapping.isReady()).toBe(true);
  expect(state.wrapped).toEqual(['transit/card']);
  vi.advanceTimersByTime(1);
  expect(await wrapping.isReady()).toBe(false);
  expect(state.wrapped).toHaveLength(2);
});

test('readiness is checked again once another service key is current', async () => {
  const [vault, kms] = [service(), service()];
  kms.state.isAway = true;
  let ring = ringOf(inVault, inKms);
  const following = {
    get current() {
      return ring.current;
    },
    get keys() {
      return ring.keys;
    },
    keyOf: (id: string) => ring.keyOf(id),
  };
  const wrapping = wrappingByRing(following, { vault: vault.wraps, kms: kms.wraps });
  expect(await wrapping.isReady()).toBe(true);
  ring = ringOf(inKms, inVault);
  expect(wrapping.currentId).toBe('k');
  expect(await wrapping.isReady()).toBe(false);
});

test('a slow key service is ready', async () => {
  const { wraps } = service();
  const late: KeyService = {
    ...wraps,
    wrap: () => new Promise((resolve) => setTimeout(() => resolve(Buffer.from('wrapped')), 50)),
  };
  expect(await wrappingByRing(ringOf(inVault), { vault: late }).isReady()).toBe(true);
});

test('waiting for a slow key service does not keep the process alive', async () => {
  const holding = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const { wraps } = service();
  const before = holding();
  const ready = wrappingByRing(ringOf(inVault), { vault: wraps }).isReady();
  expect(holding()).toBe(before);
  expect(await ready).toBe(true);
});

test('a key is used by its name in its service', async () => {
  const [vault, kms] = [service(), service()];
  const wrapping = wrappingByRing(ringOf(inVault, inKms), { vault: vault.wraps, kms: kms.wraps });
  const [bytes, boundTo] = [Buffer.alloc(32), Buffer.from('application 1')];
  await wrapping.wrap('v', bytes, boundTo);
  await wrapping.wrap('k', bytes, boundTo);
  expect([vault.state.wrapped, kms.state.wrapped]).toEqual([['transit/card'], ['1234abcd']]);
  expect([await wrapping.isNewest('v', bytes), await wrapping.isNewest('k', bytes)]).toEqual([true, false]);
});

test('a key missing from the ring is an EncryptionError, a missing service is KeysUnavailable', async () => {
  const own = newKeyEntry();
  const wrapping = wrappingByRing(ringOf(own, inVault));
  const [bytes, boundTo] = [Buffer.alloc(32), Buffer.from('application 1')];
  await expect(wrapping.unwrap('gone', bytes, boundTo)).rejects.toThrow(EncryptionError);
  await expect(wrapping.unwrap('v', bytes, boundTo)).rejects.toThrow(KeysUnavailable);
  expect(await wrapping.isNewest(own.split(':')[0] ?? '', bytes)).toBe(true);
});

test('the readiness check wraps 32 bytes that are bound to a text, because a service can refuse others', async () => {
  const { wraps } = service();
  const strict: KeyService = {
    ...wraps,
    wrap: async (name, bytes, boundTo) => {
      if (bytes.length !== 32 || boundTo.length === 0) throw new KeysUnavailable();
      return wraps.wrap(name, bytes, boundTo);
    },
  };
  expect(await wrappingByRing(ringOf(inVault), { vault: strict }).isReady()).toBe(true);
});
