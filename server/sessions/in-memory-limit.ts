/**
 * The coarse limit on ordinary writes (D47, api "Limits"), which each node keeps in memory as a leaky bucket: each call adds one,
 * `max` leak away per window. Limits that guard money or secrets are in the database, shared between nodes.
 */

/** Counts a call and returns 0, or refuses it and returns the seconds to wait. */
export type InMemoryLimit = (key: string) => number;

interface LimitOptions {
  /** Calls per window at factor 1. */
  readonly max: number;
  readonly windowMillis: number;
  /** The setting `LIMITS_FACTOR`. */
  readonly factor: number;
  /** The most keys remembered. Beyond that, the longest idle key is dropped and starts from zero. */
  readonly maxKeys: number;
  /** Returns milliseconds of a monotonic clock. */
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
  // A Map keeps insertion order, so setting a key again at each use keeps the longest idle key first.
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
