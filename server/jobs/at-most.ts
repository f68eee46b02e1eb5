/** Returns a function that runs at most `count` works at once, in order. Rejects when their turn comes if the signal aborted. */
export function atMost(count: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> => {
    if (running < count) running += 1;
    // Finished work hands its place over.
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
