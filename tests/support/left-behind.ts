/**
 * Records the stores, servers and intervals that tests start, so that `check-left-behind.ts` can report the ones that a test file
 * does not end. The next test file runs in the same process.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** True while `outlivingFile` creates something, such as a server for reuse. */
const lasting = new AsyncLocalStorage<true>();

/** Calls `make` to create something that outlives the test file and must not be reported as left behind. */
export const outlivingFile = <Result>(make: () => Result): Result => lasting.run(true, make);

/** The stores, servers and intervals that tests have started and not yet ended, each with its name. */
const given = new Map<object, string>();

/** Changes that were found in closed stores and servers, and that would affect the next test. */
const noticed: string[] = [];

/**
 * Names of resources that a test file has started on purpose for all files of its process. `check-left-behind.ts` counts
 * resources by these names.
 */
const kept: string[] = [];

/** Records the resources of something that outlives the test file on purpose, such as the browser. */
export const keep = (...names: readonly string[]): number => kept.push(...names);

/** Returns how many times this name was passed to `keep` since the last `forget`. */
export const timesKept = (name: string): number => kept.filter((each) => each === name).length;

/** Records that a test has opened something that it must close. */
export function give(thing: object, name: string): void {
  if (lasting.getStore() === undefined) given.set(thing, name);
}

/** Records that a test has closed something. Returns false if `give` had not recorded it, or if it was already closed. */
export const takeBack = (thing: object): boolean => given.delete(thing);

/** Records each interval that is started with `setInterval`, because a test file must stop its intervals. */
function recordIntervals(): void {
  const { setInterval: start, clearInterval: stop } = globalThis;
  globalThis.setInterval = ((...args: Parameters<typeof start>) => {
    const timer = start(...args);
    const [, , caller = ''] = new Error().stack?.split('\n') ?? [];
    give(timer, `a running setInterval${caller.replace(/^ *at/, '')}`);
    return timer;
  }) as typeof start;
  globalThis.clearInterval = (timer) => {
    if (typeof timer === 'object') takeBack(timer);
    stop(timer);
  };
}
recordIntervals();

/** Records a change that would affect the next test. */
export const notice = (change: string): number => noticed.push(change);

/** Returns the names of everything that tests have not closed, and the changes recorded since the last `forget`. */
export const left = (): readonly string[] => [...given.values(), ...noticed];

/** Clears all records. Call it before the next test file. */
export function forget(): void {
  given.clear();
  noticed.length = 0;
  kept.length = 0;
}
