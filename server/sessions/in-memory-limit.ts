/** Limits ordinary writes, separately on each node (D47, docs/api.md, "Limits"). `shared-limits.ts` has the shared limits. */

/** Counts a call for a key and returns 0. Beyond the limit, returns the seconds to wait and doesn't count the call. */
export type InMemoryLimit = (key: string) => number;

/**
 * Returns a limit with a leaky bucket for each key. The capacity of a bucket is `max` times `factor` calls, and a full bucket
 * empties within one window. If there are more than `maxKeys` keys, forgets the key that has been idle the longest. `now` returns
 * the milliseconds of a monotonic clock.
 */
export function inMemoryLimit(
  { max, windowMillis, factor, maxKeys }: Record<'max' | 'windowMillis' | 'factor' | 'maxKeys', number>,
  now: () => number = () => performance.now(),
): InMemoryLimit {
  const capacity = Math.max(1, Math.floor(max * factor));
  // A Map keeps the order of insertion. Each use inserts its key again, so the key that has been idle the longest comes first.
  const buckets = new Map<string, { readonly level: number; readonly at: number }>();

  return (key) => {
    const at = now();
    const before = buckets.get(key) ?? { level: 0, at };
    const leaked = ((at - before.at) * capacity) / windowMillis;
    const level = Math.max(0, before.level - leaked) + 1;
    if (level > capacity) return Math.ceil(((level - capacity) * windowMillis) / capacity / 1000);
    buckets.delete(key);
    buckets.set(key, { level, at });
    const [idlest = key] = buckets.keys();
    if (buckets.size > maxKeys) buckets.delete(idlest);
    return 0;
  };
}
