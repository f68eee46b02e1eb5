/**
 * Implements the coarse limit on ordinary writes (D47, api "Limits"). Each node counts in memory with leaky buckets: each call
 * adds one, and `max` calls leak away per window. Limits that protect money or secrets are in the database instead, where all
 * nodes share them.
 */

/**
 * Counts a call for a key. Returns 0 if the call is within the limit. Otherwise doesn't count the call, and returns the number of
 * seconds to wait.
 */
export type InMemoryLimit = (key: string) => number;

interface LimitOptions {
  /** Number of calls allowed per window if `factor` is 1. */
  readonly max: number;
  readonly windowMillis: number;
  /** The value of the setting `LIMITS_FACTOR`. */
  readonly factor: number;
  /**
   * Maximum number of keys to remember. When it is exceeded, the key that has been idle the longest is forgotten and starts from
   * zero again.
   */
  readonly maxKeys: number;
  /** Returns the milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

export function inMemoryLimit({
  max,
  windowMillis,
  factor,
  maxKeys,
  now = () => performance.now(),
}: LimitOptions): InMemoryLimit {
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
