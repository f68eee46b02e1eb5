/** The browser's history as the page uses it: every entry of ours carries its number, the first one being 0. */
import type { AroundNavHandler } from 'wouter';
import { navigate as navigateInBrowser } from 'wouter/use-browser-location';
import type { Navigate } from './page-session.ts';

/** The number of the entry that is shown: how many entries of ours stand before it. */
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
