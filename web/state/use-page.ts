/** Gives components the page's state and effects: one hook for each subject. */
import { useContext, useSyncExternalStore } from 'react';
import type { Page, Parts } from './page.ts';
import { PageContext } from './page-context.ts';
import type { PageState } from './page-state.ts';

function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('A component is outside PageContext');
  return page;
}

/** Returns the state, and renders the component again when it changes. */
export function usePageState(): PageState {
  const { subscribe, getState } = usePage().store;
  return useSyncExternalStore(subscribe, getState, getState);
}

/** For event handlers and effects: `getState` and `application` return the current state, `dispatch` changes it. */
export const usePageStore = () => usePage().store;

/** Returns what the server sent about the program with the document. */
export const useBoot = () => usePage().boot;

export const useSaving = () => usePage().saving;
export const usePeople = () => usePage().people;
export const useLifetime = () => usePage().lifetime;

/** Returns the effects of a subject that loads later: `useMade(createUploads)`. */
export const useMade = <T>(create: (parts: Parts) => T): T => usePage().made(create);
