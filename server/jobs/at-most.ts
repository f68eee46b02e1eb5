/**
 * Returns a function that runs at most `count` pieces of work at a time, in the order of the calls. A call rejects without
 * running its work if its signal is aborted by the time its turn comes.
 */
export function atMost(count: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> => {
    if (running < count) running += 1;
    // `running` stays the same: the piece of work that finishes calls `begin`, and does not decrease `running`.
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
