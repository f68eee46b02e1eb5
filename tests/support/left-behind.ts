/**
 * What a test file can leave behind for the next one of the same process: stores and servers that it was given.
 * `check-left-behind.ts` compares it around every file.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** What is to last beyond the file that first needed it, such as a server that is kept, is made within this. */
const lasting = new AsyncLocalStorage<true>();

/** Makes something that is to outlive the test file that first needs it. */
export const outlivingFile = <Result>(make: () => Result): Result => lasting.run(true, make);

/** Stores and servers that tests were given and have not given back, by what each is called. */
const given = new Map<object, string>();

/** Changes that were noticed when something was given back. */
const noticed: string[] = [];

/** What a file has started for all files of its process, by the names under which `check-left-behind.ts` counts it. */
const kept: string[] = [];

/** Notes that something was started that is to outlive the file, such as the browser. */
export const keep = (...names: readonly string[]): number => kept.push(...names);

/** How often something of that name was started to outlive the file, since `forget`. */
export const timesKept = (name: string): number => kept.filter((each) => each === name).length;

/** Notes that a test was given something that it must close. */
export function give(thing: object, name: string): void {
  if (lasting.getStore() === undefined) given.set(thing, name);
}

/** Notes that a test has closed what it was given. */
export const takeBack = (thing: object): boolean => given.delete(thing);

/** Notes a change that the next test would meet. */
export const notice = (change: string): number => noticed.push(change);

/** In words, what tests were given and have not given back, and have changed, since `forget`. */
export const left = (): readonly string[] => [...given.values(), ...noticed];

/** Begins with nothing, for the next file. */
export function forget(): void {
  given.clear();
  noticed.length = 0;
  kept.length = 0;
}
