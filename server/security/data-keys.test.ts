import { afterEach, describe, expect, test, vi } from 'vitest';
import { parseKeyList } from '../config/key-list.ts';
import { dataKeysOf } from './data-keys.ts';
import { newKeyEntry } from './key-ring.ts';
import { type KeyWrapping, wrappingByRing } from './key-wrapping.ts';
import { KeysUnavailable, rewrapDataKey } from './sealing.ts';

const minute = 60_000;

/** Returns a key wrapping that counts the keys that it unwraps. The test can make it unavailable. */
function service() {
  const ring = parseKeyList([newKeyEntry(), newKeyEntry()].join(','));
  if (!ring) throw new Error('The fixture is wrong.');
  const wrapping = wrappingByRing(ring);
  const state = { unwrapped: 0, isAway: false };
  const counted: KeyWrapping = {
    ...wrapping,
    unwrap: async (...given) => {
      if (state.isAway) throw new KeysUnavailable();
      state.unwrapped += 1;
      return wrapping.unwrap(...given);
    },
  };
  return { state, wrapping: counted, second: { ...counted, currentId: [...ring.keys.keys()][1] ?? '' } };
}

/** Returns the data keys of another process, which has no keys in memory yet. */
function otherProcess({ wrapping }: ReturnType<typeof service>) {
  let now = 0;
  return { keys: dataKeysOf(wrapping, () => now), pass: (millis: number) => (now += millis) };
}

afterEach(() => vi.useRealTimers());

describe('an unwrapped data key', () => {
  test('is unwrapped once in five minutes, however often it is used', async () => {
    const one = service();
    const { wrapped, key } = await dataKeysOf(one.wrapping).make('app-1');
    const { keys, pass } = otherProcess(one);
    expect((await keys.open(wrapped, 'app-1')).key.equals(key.key)).toBe(true);
    pass(5 * minute - 1);
    await keys.open(wrapped, 'app-1');
    expect(keys.known(wrapped, 'app-1').id).toBe(key.id);
    expect(one.state.unwrapped).toBe(1);
    pass(1);
    expect(() => keys.known(wrapped, 'app-1')).toThrow('not in memory');
    await keys.open(wrapped, 'app-1');
    expect(one.state.unwrapped).toBe(2);
  });

  test('leaves memory after five minutes, even if no one uses it', async () => {
    vi.useFakeTimers();
    const one = service();
    const keys = dataKeysOf(one.wrapping);
    await keys.make('app-1');
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(5 * minute + 1);
    expect(vi.getTimerCount()).toBe(0);
    await keys.make('app-2');
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(5 * minute + 1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not keep the process alive while it is in memory', async () => {
    const holding = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const keys = dataKeysOf(service().wrapping);
    const before = holding();
    await keys.make('app-1');
    expect(holding()).toBe(before);
  });

  test('is not used for a rewrapped key or for another application', async () => {
    const one = service();
    const keys = dataKeysOf(one.wrapping);
    const { wrapped } = await keys.make('app-1');
    const renewed = await rewrapDataKey(one.second, wrapped, 'app-1');
    expect(() => keys.known(renewed, 'app-1')).toThrow('not in memory');
    expect(() => keys.known(wrapped, 'app-2')).toThrow('not in memory');
    expect((await keys.open(renewed, 'app-1')).id).toBe(wrapped.id);
  });

  test('is dropped when its application is erased', async () => {
    const keys = dataKeysOf(service().wrapping);
    const { wrapped } = await keys.make('app-1');
    keys.forget('app-1');
    expect(() => keys.known(wrapped, 'app-1')).toThrow('not in memory');
  });

  test('evicts the oldest when ten thousand are loaded', async () => {
    const one = service();
    const keys = dataKeysOf(one.wrapping);
    const renewed = await keys.make('renewed');
    const first = await keys.make('first');
    const second = await keys.make('second');
    const rewrapped = await rewrapDataKey(one.second, renewed.wrapped, 'renewed');
    await keys.open(rewrapped, 'renewed');
    for (let n = 0; n < 9_998; n += 1) await keys.make(`app-${n}`);
    expect(() => keys.known(first.wrapped, 'first')).toThrow('not in memory');
    expect(keys.known(second.wrapped, 'second').id).toBe(second.key.id);
    expect(keys.known(rewrapped, 'renewed').id).toBe(renewed.key.id);
  });
});

describe('work that uses loaded keys', () => {
  test('runs again once the missing key has been unwrapped outside it', async () => {
    const one = service();
    const made = await dataKeysOf(one.wrapping).make('app-1');
    const { keys } = otherProcess(one);
    let isInside = false;
    const unwrappedInside: boolean[] = [];
    const runs = { begun: 0 };
    const watched = dataKeysOf({
      ...one.wrapping,
      currentId: one.wrapping.currentId,
      unwrap: (...given) => {
        unwrappedInside.push(isInside);
        return keys.wrapping.unwrap(...given);
      },
    });
    const result = await watched.withKeysLoaded(async () => {
      isInside = true;
      runs.begun += 1;
      try {
        return watched.known(made.wrapped, 'app-1').id;
      } finally {
        isInside = false;
      }
    });
    expect(result).toBe(made.key.id);
    expect(runs.begun).toBe(2);
    expect(unwrappedInside).toEqual([false]);
  });

  test('loads up to three missing keys, and fails at the fourth', async () => {
    const one = service();
    const made = dataKeysOf(one.wrapping);
    const ids = ['app-1', 'app-2', 'app-3', 'app-4'];
    const wrapped = await Promise.all(ids.map((id) => made.make(id)));
    const using = (count: number) => {
      const { keys } = otherProcess(one);
      return keys.withKeysLoaded(async () => {
        for (const [at, id] of ids.slice(0, count).entries())
          if (wrapped[at]) keys.known(wrapped[at].wrapped, id);
        return count;
      });
    };
    expect(await using(3)).toBe(3);
    await expect(using(4)).rejects.toThrow('not in memory');
  });

  test('rejects with KeysUnavailable, or with its own error', async () => {
    const one = service();
    const { wrapped } = await dataKeysOf(one.wrapping).make('app-1');
    const { keys } = otherProcess(one);
    one.state.isAway = true;
    await expect(keys.withKeysLoaded(async () => keys.known(wrapped, 'app-1'))).rejects.toThrow(
      KeysUnavailable,
    );
    await expect(keys.withKeysLoaded(() => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  });
});
