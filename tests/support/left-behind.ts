/**
 * What a test file can leave behind for the next one of the same process: timers, and stores and servers that it was given.
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

/** Notes that a test was given something that it must close. */
export function give(thing: object, name: string): void {
  if (lasting.getStore() === undefined) given.set(thing, name);
}

/** Notes that a test has closed what it was given. */
export const takeBack = (thing: object): boolean => given.delete(thing);

/** Notes a change that the next test would meet. */
export const notice = (change: string): number => noticed.push(change);

interface Timer {
  readonly ref: WeakRef<NodeJS.Timeout>;
  readonly stack: string;
}

/** Timers that were set in this process and not by what outlives its file. */
const timers = new Set<Timer>();

/** Notes where a timer is set. */
function noting<Set extends typeof setTimeout | typeof setInterval>(set: Set): Set {
  return new Proxy(set, {
    apply(target, self, args) {
      const timer = Reflect.apply(target, self, args) as NodeJS.Timeout;
      if (lasting.getStore() === undefined)
        timers.add({ ref: new WeakRef(timer), stack: new Error().stack ?? '' });
      return timer;
    },
  });
}

globalThis.setTimeout = noting(globalThis.setTimeout);
globalThis.setInterval = noting(globalThis.setInterval);

/** The idle connections of a store that is kept end by such a timer. */
const isOfPool = ({ stack }: Timer) => /node_modules\/(pg-pool|undici)\//.test(stack);

/** The line of ours that set a timer. */
const setAt = ({ stack }: Timer) =>
  stack
    .split('\n')
    .slice(1)
    .find((line) => !/support\/left-behind\.ts|node_modules|node:/.test(line))
    ?.trim() ?? stack;

/** Where timers were set that still keep the process alive. */
function timersLeft(): readonly string[] {
  const left: string[] = [];
  for (const timer of timers) {
    const set = timer.ref.deref() as (NodeJS.Timeout & { _destroyed?: boolean }) | undefined;
    if (set === undefined || set._destroyed) timers.delete(timer);
    else if (set.hasRef() && !isOfPool(timer)) left.push(setAt(timer));
  }
  return left;
}

/** In words, what tests were given or have set and not given back or cleared since `forget`. */
export const left = (): readonly string[] => [
  ...given.values(),
  ...noticed,
  ...timersLeft().map((line) => `a timer set ${line}`),
];

/** Begins with nothing, for the next file. */
export function forget(): void {
  given.clear();
  timers.clear();
  noticed.length = 0;
}
