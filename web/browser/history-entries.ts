/** The browser's history. Entries of this page are numbered from 0. */
import type { AroundNavHandler } from 'wouter';
import { navigate as navigateInBrowser } from 'wouter/use-browser-location';
import { setDirection } from './motion.ts';

/** What this page stores in an entry. */
interface Entry {
  /** The number of entries of this page before it. */
  readonly at?: number;
  /** Back must not show the entries before it: a draft was continued here (D55). */
  readonly isFirst?: boolean;
}

const currentEntry = () => (history.state ?? {}) as Entry;

/** Returns the number of the current entry. */
export function entryNumber(): number {
  return currentEntry().at ?? 0;
}

/** Returns true if the browser's Back would leave the questions: to another page, or to before a draft was continued. */
export function isFirstEntry(): boolean {
  return entryNumber() === 0 || currentEntry().isFirst === true;
}

/** The number of the entry on the screen. */
let shown = typeof history === 'undefined' ? 0 : entryNumber();

/** Numbers every entry that the router makes. The first entry stays the first when it is replaced. */
export const numberEntries: AroundNavHandler = (navigate, to, options) => {
  const at = entryNumber() + (options?.replace ? 0 : 1);
  const first = options?.replace && currentEntry().isFirst ? { isFirst: true } : {};
  const state = (options?.state ?? {}) as object;
  shown = at;
  setDirection('forward');
  // The browser is slower to move the focus from a button that it removes. When the entry is replaced, the screen may stay,
  // as the intro does when the session starts, and the focus with it.
  if (!options?.replace && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
  navigate(to, { ...options, state: { ...state, ...first, at } });
};

/** Goes to an address, from anywhere. */
export function navigate(
  url: string,
  options?: { readonly replace?: boolean; readonly state?: unknown },
): void {
  numberEntries(navigateInBrowser, url, options);
}

export type Navigate = typeof navigate;

/** Replaces the current entry by the screen before it, for a history without an entry to go back to. */
export function goBackTo(url: string): void {
  navigate(url, { replace: true });
  setDirection('back');
}

/** Continues a draft at an address. The current entry becomes the intro, to which `holdEntry` prevents a return. */
export function continueAt(url: string): void {
  navigate('/apply', { replace: true });
  navigate(url, { state: { isFirst: true } });
}

/** Each handles Back, and Forward unless `onlyBack`, before the router does. Only the last one acts. */
let holds: readonly { readonly at: number; readonly onReturn: () => void; readonly onlyBack: boolean }[] = [];

// Listeners are called in the order they were added, so this module must be evaluated before the router.
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
    setDirection(entryNumber() < shown ? 'back' : 'forward');
    shown = entryNumber();
  });

/**
 * Holds the person at the current entry: Back and Forward return here and call `onReturn`. Returns a function that ends this.
 * An added entry would not hold: browsers skip entries that were added without a press.
 */
export function holdEntry(onReturn: () => void, { onlyBack = false } = {}): () => void {
  const hold = { at: entryNumber(), onReturn, onlyBack };
  holds = [...holds, hold];
  return () => {
    holds = holds.filter((other) => other !== hold);
  };
}
