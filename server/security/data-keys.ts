/** The data keys of applications in use (D62). A key is unwrapped before a transaction, and kept for at most five minutes. */
import type { WrappedKey } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import type { KeyWrapping } from './key-wrapping.ts';
import { type DataKey, newDataKey, unwrapDataKey } from './sealing.ts';

/** How long an unwrapped key is kept, in milliseconds. Using it doesn't extend that. */
const keptMillis = 5 * 60_000;

/** The most keys kept, at a few hundred bytes each. The oldest is evicted first. */
const mostKept = 10_000;

/** How many keys one piece of work may need loaded: its own, and another if that was rewrapped meanwhile. */
const mostLoads = 3;

export type DataKeys = ReturnType<typeof dataKeysOf>;

/** Ends work whose key isn't in memory. */
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

/** Returns the keys of one process. `now` returns the milliseconds of a monotonic clock. */
export function dataKeysOf(wrapping: KeyWrapping, now: () => number = () => performance.now()) {
  const kept = new Map<string, { readonly key: DataKey; readonly wrapped: string; readonly since: number }>();
  let timer: NodeJS.Timeout | undefined;

  /** Drops expired keys, which come first, and schedules the next check. */
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

  /** Returns a key from memory, unless its wrapped form has changed. */
  function find(wrapped: WrappedKey, owner: string): DataKey | undefined {
    const found = kept.get(owner);
    const isFresh = found && found.wrapped === wrapped.c && now() - found.since < keptMillis;
    return isFresh ? found.key : undefined;
  }

  /** Returns an application's unwrapped key. Rejects as `unwrapDataKey` does. */
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
    /** Makes an application's data key. Rejects as `newDataKey` does. */
    make: async (owner: string) => {
      const made = await newDataKey(wrapping, owner);
      keep(owner, made.wrapped, made.key);
      return made;
    },
    /** Returns an application's key from memory, for use in a transaction. Throws for `withKeysLoaded` if it isn't loaded. */
    known: (wrapped: WrappedKey, owner: string): DataKey => {
      const key = find(wrapped, owner);
      if (!key) throw new KeyNotLoaded(wrapped, owner);
      return key;
    },
    /** Runs work that uses `known`, again after loading a key. So the work must be a whole transaction, or write nothing. */
    withKeysLoaded: async <T>(work: () => Promise<T>): Promise<T> => {
      for (let loads = 0; ; loads += 1)
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof KeyNotLoaded) || loads === mostLoads) throw error;
          await open(error.wrapped, error.owner);
        }
    },
    /** Drops the key of an erased application. */
    forget: (owner: string) => void kept.delete(owner),
  };
}

/** The columns of an application's row that its data key needs. */
type WithDataKey = { readonly id: string; readonly data_key: WrappedKey | null };

/** Returns an application's wrapped data key. Throws `resource_not_found` if it was erased or purged. */
function wrappedKeyOf(row: WithDataKey): WrappedKey {
  if (row.data_key === null) throw notFound();
  return row.data_key;
}

/** Returns an application's data key, in work that `withKeysLoaded` runs. */
export function dataKeyOf(keys: DataKeys, row: WithDataKey): DataKey {
  return keys.known(wrappedKeyOf(row), row.id);
}

/** Returns an application's data key, outside transactions. */
export async function openDataKey(keys: DataKeys, row: WithDataKey): Promise<DataKey> {
  return keys.open(wrappedKeyOf(row), row.id);
}
