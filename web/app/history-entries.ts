/** The browser's history as the page uses it: each of its entries carries its number, the first one being 0. */
import type { AroundNavHandler } from 'wouter';
import { navigate as navigateInBrowser } from 'wouter/use-browser-location';
import type { Navigate } from '../state/store.ts';

/** The number of the current entry: how many of the page's own entries come before it. */
export function entryNumber(): number {
  const entry = history.state as { readonly at?: number } | null;
  return entry?.at ?? 0;
}

/** Numbers every entry that the router makes. */
export const numberEntries: AroundNavHandler = (navigate, to, options) => {
  const at = entryNumber() + (options?.replace ? 0 : 1);
  const state = (options?.state ?? {}) as object;
  navigate(to, { ...options, state: { ...state, at } });
};

/** Goes to an address from outside of any component. */
export const navigate: Navigate = (url, options) => numberEntries(navigateInBrowser, url, options);

/** Handles Back and Forward before the router does. */
let held: ((event: PopStateEvent) => void) | undefined;

// Listeners are called in the order in which they were added, and the router's must come after this one.
if (typeof window !== 'undefined') addEventListener('popstate', (event) => held?.(event));

/**
 * Holds the current entry: whoever goes back or forward is returned to it before any screen notices, and `onReturn` is
 * called. Returns the function that ends this. An extra entry to go back from would not work: browsers skip entries
 * that were made without a press.
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
