/**
 * Returns a function that runs work in call order, at most `count` at a time. Rejects if `signal` aborts before the work starts.
 */
export function atMost(count: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> => {
    if (running < count) running += 1;
    // `running` stays the same, because the piece of work that finishes calls `begin` instead of decreasing `running`.
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
