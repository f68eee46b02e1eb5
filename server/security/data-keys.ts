/**
 * The data keys of applications in use. A key is unwrapped before a transaction, never in one, and kept in memory for
 * five minutes at most, so that an applicant's next call needs no unwrapping; erasing the application drops it (D62).
 */

import type { WrappedKey } from '../db/tables.ts';
import { missing } from '../errors.ts';
import type { KeyWrapping } from './key-wrapping.ts';
import { type DataKey, newDataKey, unwrapDataKey } from './sealing.ts';

/** How long an unwrapped key is kept, in milliseconds, from when it was unwrapped: using it does not prolong it. */
const keptMillis = 5 * 60_000;

/** Applications in use at once, at a few hundred bytes each; the one unwrapped first makes room. */
const mostKept = 10_000;

/** How many keys one piece of work may lack: its own, and a new one where that was wrapped anew meanwhile. */
const mostLacking = 3;

export interface DataKeys {
  readonly wrapping: KeyWrapping;
  /** Draws the data key of an application. Rejects as `newDataKey` does. */
  make(owner: string): Promise<{ readonly key: DataKey; readonly wrapped: WrappedKey }>;
  /** The unwrapped key of an application. Rejects as `unwrapDataKey` does. */
  open(wrapped: WrappedKey, owner: string): Promise<DataKey>;
  /** The same, of those in memory only, for use in a transaction. Throws what `withKeysLoaded` catches where it is not there. */
  known(wrapped: WrappedKey, owner: string): DataKey;
  /**
   * Runs work that uses `known`. Where a key is not in memory, it is unwrapped once the work has failed, and the work
   * runs again: it must be a transaction as a whole, or write nothing.
   */
  withKeysLoaded<T>(work: () => Promise<T>): Promise<T>;
  /** Drops the key of an application that was erased. */
  forget(owner: string): void;
}

/** Ends a piece of work whose key is not in memory. */
class KeyLacking extends Error {
  override readonly name = 'KeyLacking';
  readonly wrapped: WrappedKey;
  readonly owner: string;

  constructor(wrapped: WrappedKey, owner: string) {
    super('A data key is not in memory: the work must be run by withKeysLoaded.');
    this.wrapped = wrapped;
    this.owner = owner;
  }
}

/** The keys of one process. @param now milliseconds of a clock that only goes forward */
export function dataKeysOf(wrapping: KeyWrapping, now: () => number = () => performance.now()): DataKeys {
  const kept = new Map<string, { readonly key: DataKey; readonly wrapped: string; readonly since: number }>();
  let timer: NodeJS.Timeout | undefined;

  /** Drops what is too old; the oldest comes first. Looks again when the next one will be. */
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

  /** A key that was wrapped anew, or altered, is not the one in memory. */
  function find(wrapped: WrappedKey, owner: string): DataKey | undefined {
    const found = kept.get(owner);
    const isFresh = found && found.wrapped === wrapped.c && now() - found.since < keptMillis;
    return isFresh ? found.key : undefined;
  }

  async function open(wrapped: WrappedKey, owner: string): Promise<DataKey> {
    const found = find(wrapped, owner);
    if (found) return found;
    const key = await unwrapDataKey(wrapping, wrapped, owner);
    keep(owner, wrapped, key);
    return key;
  }

  return {
    wrapping,
    open,
    make: async (owner) => {
      const made = await newDataKey(wrapping, owner);
      keep(owner, made.wrapped, made.key);
      return made;
    },
    known: (wrapped, owner) => {
      const found = find(wrapped, owner);
      if (!found) throw new KeyLacking(wrapped, owner);
      return found;
    },
    withKeysLoaded: async (work) => {
      for (let lacking = 0; ; lacking += 1)
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof KeyLacking) || lacking === mostLacking) throw error;
          await open(error.wrapped, error.owner);
        }
    },
    forget: (owner) => void kept.delete(owner),
  };
}

/** An application's row as far as its data key needs it. */
type WithDataKey = { readonly id: string; readonly data_key: WrappedKey | null };

/** The wrapped data key of an application. Throws `resource_not_found` once that was erased or purged with it. */
function wrappedKeyOf(row: WithDataKey): WrappedKey {
  if (row.data_key === null) throw missing();
  return row.data_key;
}

/** The data key of an application, in work that `withKeysLoaded` runs. */
export function dataKeyOf(keys: DataKeys, row: WithDataKey): DataKey {
  return keys.known(wrappedKeyOf(row), row.id);
}

/** The same outside of transactions. */
export async function openDataKey(keys: DataKeys, row: WithDataKey): Promise<DataKey> {
  return keys.open(wrappedKeyOf(row), row.id);
}
