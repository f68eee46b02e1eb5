import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work between two pauses. During a pause, the server can handle requests. */
const stretchMillis = 10;

/** Returns a function to call and await between short pieces of work. It pauses after every `stretchMillis` of work. */
export function eventLoopYielder(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < stretchMillis) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
