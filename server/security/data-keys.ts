/**
 * Caches the unwrapped data keys of applications (D62). No key is unwrapped inside a transaction. If a transaction needs a key
 * that isn't in the cache, the transaction is rolled back, and `withKeysLoaded` loads the key and runs the transaction again.
 */
import type { WrappedKey } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import type { KeyWrapping } from './key-wrapping.ts';
import { type DataKey, newDataKey, unwrapDataKey } from './sealing.ts';

/** Time in milliseconds for which an unwrapped key stays in memory. Using the key doesn't extend this time. */
const keptMillis = 5 * 60_000;

/** Maximum number of keys in memory. A key takes a few hundred bytes. The oldest key is evicted first. */
const mostKept = 10_000;

/** Maximum number of times that one call of `withKeysLoaded` loads a key. A rewrapped key must be loaded again. */
const mostLoads = 3;

export type DataKeys = ReturnType<typeof dataKeysOf>;

/** Thrown if a key isn't in memory. `withKeysLoaded` then loads the key and runs its `work` again. */
class KeyNotLoaded extends Error {
  override readonly name = 'KeyNotLoaded';
  readonly wrapped: WrappedKey;
  readonly owner: string;

  constructor(wrapped: WrappedKey, owner: string) {
    super('A data key is not in memory: run the work with withKeysLoaded.');
    this.wrapped = wrapped;
    this.owner = owner;
  }
}

/** Returns an empty cache of data keys for this process. `now` returns the milliseconds of a monotonic clock. */
export function dataKeysOf(wrapping: KeyWrapping, now: () => number = () => performance.now()) {
  const kept = new Map<string, { readonly key: DataKey; readonly wrapped: string; readonly since: number }>();
  let timer: NodeJS.Timeout | undefined;

  /** Removes expired keys, which are the first ones in the map, and schedules the next check. */
  function dropOld(): void {
    timer = undefined;
    for (const [owner, { since }] of kept) {
      const left = since + keptMillis - now();
      if (left > 0) {
        timer = setTimeout(dropOld, left);
        timer.unref();
        return;
      }
      kept.delete(owner);
    }
  }

  function keep(owner: string, wrapped: WrappedKey, key: DataKey): void {
    kept.delete(owner);
    kept.set(owner, { key, wrapped: wrapped.c, since: now() });
    const [first] = kept.keys();
    if (kept.size > mostKept && first !== undefined) kept.delete(first);
    if (timer === undefined) dropOld();
  }

  /** Returns a key from memory. Returns undefined if the key is missing or has expired, or if its wrapped form has changed. */
  function find(wrapped: WrappedKey, owner: string): DataKey | undefined {
    const found = kept.get(owner);
    const isFresh = found && found.wrapped === wrapped.c && now() - found.since < keptMillis;
    return isFresh ? found.key : undefined;
  }

  /** Returns an application's unwrapped key, from memory if possible. Rejects with the errors of `unwrapDataKey`. */
  async function open(wrapped: WrappedKey, owner: string): Promise<DataKey> {
    const known = find(wrapped, owner);
    if (known) return known;
    const key = await unwrapDataKey(wrapping, wrapped, owner);
    keep(owner, wrapped, key);
    return key;
  }

  return {
    wrapping,
    open,
    /** Creates an application's data key. Rejects with the errors of `newDataKey`. */
    make: async (owner: string) => {
      const made = await newDataKey(wrapping, owner);
      keep(owner, made.wrapped, made.key);
      return made;
    },
    /** Returns a key from memory. If it is missing, throws an error that makes `withKeysLoaded` load the key. */
    known: (wrapped: WrappedKey, owner: string): DataKey => {
      const key = find(wrapped, owner);
      if (!key) throw new KeyNotLoaded(wrapped, owner);
      return key;
    },
    /** Runs `work` (a transaction, or only reads). If `known` doesn't find a key, loads the key and runs `work` again. */
    withKeysLoaded: async <T>(work: () => Promise<T>): Promise<T> => {
      for (let loads = 0; ; loads += 1)
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof KeyNotLoaded) || loads === mostLoads) throw error;
          await open(error.wrapped, error.owner);
        }
    },
    /** Removes the key of an erased application from memory. */
    forget: (owner: string) => void kept.delete(owner),
  };
}

type WithDataKey = { readonly id: string; readonly data_key: WrappedKey | null };

/** Returns an application's wrapped data key. Throws `resource_not_found` if the application was erased or purged. */
function wrappedKeyOf(row: WithDataKey): WrappedKey {
  if (row.data_key === null) throw notFound();
  return row.data_key;
}

/** Returns an application's data key from memory. Call it only in work that `withKeysLoaded` runs. */
export function dataKeyOf(keys: DataKeys, row: WithDataKey): DataKey {
  return keys.known(wrappedKeyOf(row), row.id);
}

/** Returns an application's data key, after unwrapping it if necessary. Call this only outside transactions. */
export async function openDataKey(keys: DataKeys, row: WithDataKey): Promise<DataKey> {
  return keys.open(wrappedKeyOf(row), row.id);
}
