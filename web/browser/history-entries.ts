/** Changes the browser's history. The entries of this page are numbered from 0. */
import type { AroundNavHandler } from 'wouter';
import { navigate as navigateInBrowser } from 'wouter/use-browser-location';
import { setDirection } from './motion.ts';

interface Entry {
  /** Number of this page's entries before this entry. */
  readonly at?: number;
  /** True if a draft was continued in this entry, so Back must not show earlier entries (D55). */
  readonly isFirst?: boolean;
  /** The URL of the list whose link opened this entry to change an answer. Next returns to that list. */
  readonly returnsTo?: string;
}

const currentEntry = () => (history.state ?? {}) as Entry;

export function entryNumber(): number {
  return currentEntry().at ?? 0;
}

/** Returns true if the browser's Back button would leave the page or show an entry from before a draft was continued. */
export function isFirstEntry(): boolean {
  return entryNumber() === 0 || currentEntry().isFirst === true;
}

/** Returns the URL to which Next returns, or undefined if Next goes to the next step. */
export function addressToReturnTo(): string | undefined {
  return currentEntry().returnsTo;
}

let shown = typeof history === 'undefined' ? 0 : entryNumber();

/** Numbers every history entry that the router makes. An entry that replaces an `isFirst` entry is marked as `isFirst`, too. */
export const numberEntries: AroundNavHandler = (navigate, to, options) => {
  const at = entryNumber() + (options?.replace ? 0 : 1);
  const first = options?.replace && currentEntry().isFirst ? { isFirst: true } : {};
  const state = (options?.state ?? {}) as object;
  shown = at;
  setDirection('forward');
  // Take the focus from a button that is about to be removed. Browsers do this themselves, but more slowly. If the entry is
  // replaced, its screen may remain, like the intro when the session starts. Then the button must keep the focus.
  if (!options?.replace && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
  navigate(to, { ...options, state: { ...state, ...first, at } });
};

/** Goes to a URL. Can be called from any module, not only from components. */
export function navigate(
  url: string,
  options?: { readonly replace?: boolean; readonly state?: unknown },
): void {
  numberEntries(navigateInBrowser, url, options);
}

export type Navigate = typeof navigate;

/** Shows the previous screen in the current history entry. Call it if there is no history entry to go back to. */
export function goBackTo(url: string): void {
  navigate(url, { replace: true });
  setDirection('back');
}

/** Continues a draft at a URL. The current history entry becomes the intro, and `holdEntry` prevents a return to it. */
export function continueAt(url: string): void {
  navigate('/apply', { replace: true });
  navigate(url, { state: { isFirst: true } });
}

/** The calls of `holdEntry` that are in effect. Only the last one handles Back (and Forward, unless `onlyBack` is true). */
let holds: readonly { readonly at: number; readonly onReturn: () => void; readonly onlyBack: boolean }[] = [];

// This module must be evaluated before the router, so that its listener runs first and can stop events.
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
 * Holds the person at the current history entry: after Back, and after Forward if `onlyBack` is false, returns to this entry and
 * calls `onReturn`. Returns a function that ends the hold. Adds no entry, because browsers skip entries added without a press.
 */
export function holdEntry(onReturn: () => void, { onlyBack = false } = {}): () => void {
  const hold = { at: entryNumber(), onReturn, onlyBack };
  holds = [...holds, hold];
  return () => {
    holds = holds.filter((other) => other !== hold);
  };
}
