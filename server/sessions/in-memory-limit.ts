/**
 * The coarse limit on ordinary writes (D47, api "Limits": 600 a minute per session). It is kept by each node in memory, so
 * that it costs no database call; the limits that guard money or secrets are shared and live in the store instead.
 *
 * A leaky bucket: each call adds one, `max` leak away per window, and a call that would overflow is refused. So a
 * burst of `max` passes at once, and a steady rate of `max` per window passes for ever.
 */

export type InMemoryLimit = {
  /**
   * Counts one call of this key. Returns 0 when it may go on, else the whole seconds to wait (for `Retry-After`); a
   * refused call is not counted.
   */
  readonly take: (key: string) => number;
};

export type LimitOptions = {
  /** Calls per window at factor 1. */
  readonly max: number;
  readonly windowMillis: number;
  /** `LIMITS_FACTOR`. */
  readonly factor: number;
  /**
   * Keys remembered at most. Beyond that, the key that was idle longest is forgotten and starts again, limited or not.
   */
  readonly maxKeys: number;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
};

export function inMemoryLimit({ max, windowMillis, factor, maxKeys, now }: LimitOptions): InMemoryLimit {
  const capacity = Math.max(1, Math.floor(max * factor));
  // A Map keeps the order in which keys were set; setting anew at each use puts the idlest key first.
  const buckets = new Map<string, { readonly level: number; readonly at: number }>();

  return {
    take: (key) => {
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
    },
  };
}
