import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work between two pauses. A running server works like this between its calls. */
const stretchMillis = 10;

/** Returns a function to call between short pieces of work. From time to time it lets other work run. */
export function eventLoopYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < stretchMillis) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
