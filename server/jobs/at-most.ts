/** Limits how many pieces of work run at the same time; the others wait for their turn. */

/** Runs `work` when it is its turn. Rejects before that if the signal aborts. */
export type InTurn = <Value>(work: () => Promise<Value>, signal: AbortSignal) => Promise<Value>;

/** Returns a runner for at most `count` pieces of work at the same time, in order of arrival. */
export function atMost(count: number): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work, signal) => {
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
