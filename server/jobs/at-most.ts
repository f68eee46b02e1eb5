/** Runs so many pieces of work at the same time; the others wait for their turn. */

/** Runs `work` when it is its turn; rejects before that where the signal aborts. */
export type InTurn = <Value>(work: () => Promise<Value>, signal: AbortSignal) => Promise<Value>;

/** At most so many at the same time, in the order in which they came. */
export function atMost(count: number): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work, signal) => {
    if (running < count) running += 1;
    // Whoever ends hands over its place.
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
