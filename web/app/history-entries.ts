/** The browser's history. Each entry of this page has a number; the first is 0. */
import type { AroundNavHandler } from 'wouter';
import { navigate as navigateInBrowser } from 'wouter/use-browser-location';
import type { Navigate } from '../state/store.ts';
import { setWay } from './motion.ts';

/** The number of the current entry, which is how many entries of this page come before it. */
export function entryNumber(): number {
  const entry = history.state as { readonly at?: number } | null;
  return entry?.at ?? 0;
}

/** The number of the entry that is shown. */
let shown = typeof history === 'undefined' ? 0 : entryNumber();

/** Numbers every entry that the router makes. */
export const numberEntries: AroundNavHandler = (navigate, to, options) => {
  const at = entryNumber() + (options?.replace ? 0 : 1);
  const state = (options?.state ?? {}) as object;
  shown = at;
  setWay('forward');
  // The browser takes longer to take the focus from a button that it removes. Where the entry is replaced, the screen may stay: that
  // of the intro does when the session is there, and whoever is on its button with a keyboard must not lose their place.
  if (!options?.replace && document.activeElement instanceof HTMLButtonElement) document.activeElement.blur();
  navigate(to, { ...options, state: { ...state, at } });
};

/** Goes to an address from outside a component. */
export const navigate: Navigate = (url, options) => numberEntries(navigateInBrowser, url, options);

/** Handles Back and Forward before the router does. */
let held: ((event: PopStateEvent) => void) | undefined;

// Listeners are called in the order they were added: this module must be loaded before the router.
if (typeof window !== 'undefined')
  addEventListener('popstate', (event) => {
    if (held) return held(event);
    setWay(entryNumber() < shown ? 'back' : 'forward');
    shown = entryNumber();
  });

/**
 * Holds the person at the current entry: after Back or Forward returns here before any screen changes, and calls
 * `onReturn`. Returns a function that ends this. Adding an entry to go back from would not work: browsers skip entries
 * that were added without a press.
 */
export function holdEntry(onReturn: () => void): () => void {
  const at = entryNumber();
  const bringBack = (event: PopStateEvent) => {
    event.stopImmediatePropagation();
    const away = at - entryNumber();
    if (away === 0) onReturn();
    else history.go(away);
  };
  held = bringBack;
  return () => {
    if (held === bringBack) held = undefined;
  };
}
