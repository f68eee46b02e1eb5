/** The browser's history. Each entry of this page has a number; the first is 0. */
import type { AroundNavHandler } from 'wouter';
import { navigate as navigateInBrowser } from 'wouter/use-browser-location';
import { setWay } from './motion.ts';

/** What this page keeps in an entry of the history. */
interface Entry {
  /** How many entries of this page come before it. */
  readonly at?: number;
  /** The entries before it lead nowhere that Back may show: a draft was continued here (D55). */
  readonly isFirst?: boolean;
}

const currentEntry = () => (history.state ?? {}) as Entry;

/** The number of the current entry, which is how many entries of this page come before it. */
export function entryNumber(): number {
  return currentEntry().at ?? 0;
}

/** True if Back in the browser would leave the questions: the entry before is not of this page, or from before a draft was continued. */
export function isFirstEntry(): boolean {
  return entryNumber() === 0 || currentEntry().isFirst === true;
}

/** The number of the entry that is shown. */
let shown = typeof history === 'undefined' ? 0 : entryNumber();

/** Numbers every entry that the router makes. One that is replaced stays the first. */
export const numberEntries: AroundNavHandler = (navigate, to, options) => {
  const at = entryNumber() + (options?.replace ? 0 : 1);
  const first = options?.replace && currentEntry().isFirst ? { isFirst: true } : {};
  const state = (options?.state ?? {}) as object;
  shown = at;
  setWay('forward');
  // The browser takes longer to take the focus from a button that it removes. Where the entry is replaced, the screen may stay: that
  // of the intro does when the session is there, and whoever is on its button with a keyboard must not lose their place.
  if (!options?.replace && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
  navigate(to, { ...options, state: { ...state, ...first, at } });
};

/** Goes to an address. */
export type Navigate = (
  url: string,
  options?: { readonly replace?: boolean; readonly state?: unknown },
) => void;

/** Goes to an address from outside a component. */
export const navigate: Navigate = (url, options) => numberEntries(navigateInBrowser, url, options);

/** Shows what comes before the current entry in its place, where the history has nothing to go back to. */
export function goBackTo(url: string): void {
  navigate(url, { replace: true });
  setWay('back');
}

/**
 * Continues a draft at an address. The entry that it is pressed on becomes the intro, so that the browser has one to go back from;
 * `holdEntry` keeps the person from landing there.
 */
export function continueAt(url: string): void {
  navigate('/apply', { replace: true });
  navigate(url, { state: { isFirst: true } });
}

/** Handles Back, and Forward unless only Back is held, before the router does. */
interface Hold {
  readonly at: number;
  readonly onReturn: () => void;
  readonly onlyBack: boolean;
}

/** The newest counts. */
let holds: readonly Hold[] = [];

// Listeners are called in the order they were added: this module must be loaded before the router.
if (typeof window !== 'undefined')
  addEventListener('popstate', (event) => {
    const hold = holds.at(-1);
    const away = hold ? hold.at - entryNumber() : 0;
    if (hold && (away >= 0 || !hold.onlyBack)) {
      event.stopImmediatePropagation();
      if (away === 0) hold.onReturn();
      else history.go(away);
      return;
    }
    setWay(entryNumber() < shown ? 'back' : 'forward');
    shown = entryNumber();
  });

/**
 * Holds the person at the current entry: after Back or Forward returns here before any screen changes, and calls
 * `onReturn`. Returns a function that ends this. Adding an entry to go back from would not work: browsers skip entries
 * that were added without a press.
 */
export function holdEntry(onReturn: () => void, { onlyBack = false } = {}): () => void {
  const hold: Hold = { at: entryNumber(), onReturn, onlyBack };
  holds = [...holds, hold];
  return () => {
    holds = holds.filter((other) => other !== hold);
  };
}
