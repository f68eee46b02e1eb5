import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which others get their turn: a running server does this between its calls. */
const stretchMillis = 10;

/** To be called between short pieces of work: lets others have their turn from time to time. */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < stretchMillis) return undefined;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
