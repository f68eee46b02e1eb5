/**
 * Tracks what a test file can leave behind for the next one of the same process: stores and servers that it was given.
 * `check-left-behind.ts` compares it around every file.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Set while something is created that outlives the test file, such as a kept server. */
const lasting = new AsyncLocalStorage<true>();

/** Creates something that outlives the test file that first needs it. */
export const outlivingFile = <Result>(make: () => Result): Result => lasting.run(true, make);

/** Stores and servers that tests have not yet returned, with their names. */
const given = new Map<object, string>();

/** Changes that were noticed when something was returned. */
const noticed: string[] = [];

/** Names of resources that a file has started for all files of its process, as `check-left-behind.ts` counts them. */
const kept: string[] = [];

/** Records the start of something that outlives the file, such as the browser. */
export const keep = (...names: readonly string[]): number => kept.push(...names);

/** Returns how often a resource of that name was kept, since `forget`. */
export const timesKept = (name: string): number => kept.filter((each) => each === name).length;

/** Records that a test was given something that it must close. */
export function give(thing: object, name: string): void {
  if (lasting.getStore() === undefined) given.set(thing, name);
}

/** Records that a test has closed what it was given; returns false if it was not given. */
export const takeBack = (thing: object): boolean => given.delete(thing);

/** Records a change that would affect the next test. */
export const notice = (change: string): number => noticed.push(change);

/** Returns the names of what tests have not returned, and the changes that they made, since `forget`. */
export const left = (): readonly string[] => [...given.values(), ...noticed];

/** Starts over for the next file. */
export function forget(): void {
  given.clear();
  noticed.length = 0;
  kept.length = 0;
}
