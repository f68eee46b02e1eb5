/** Hooks that give components the page's state and effects, one hook for each subject. */
import { useContext, useSyncExternalStore } from 'react';
import type { Page, Parts } from './page.ts';
import { PageContext } from './page-context.ts';
import type { PageState } from './page-state.ts';

function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('A component is outside PageContext');
  return page;
}

export function usePageState(): PageState {
  const { subscribe, getState } = usePage().store;
  return useSyncExternalStore(subscribe, getState, getState);
}

/** Returns the store, for event handlers and effects. */
export const usePageStore = () => usePage().store;

export const useBoot = () => usePage().boot;

export const useSaving = () => usePage().saving;
export const usePeople = () => usePage().people;
export const useLifetime = () => usePage().lifetime;

/** Returns effects whose code loads later than the page's entry, for example `useMade(createUploads)`. */
export const useMade = <T>(create: (parts: Parts) => T): T => usePage().made(create);
