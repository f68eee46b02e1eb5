/** Gives components the page's state and effects: one hook for each subject. */
import { useContext, useSyncExternalStore } from 'react';
import type { Boot } from '../../api/boot.ts';
import type { Lifetime } from './lifetime.ts';
import type { Page, Parts } from './page.ts';
import { PageContext } from './page-context.ts';
import type { PageState } from './page-state.ts';
import type { People } from './people.ts';
import type { Saving } from './saving.ts';
import type { PageStore } from './store.ts';

function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('A component stands outside of PageContext');
  return page;
}

/** The state; the component is rendered again when it changes. */
export function usePageState(): PageState {
  const { subscribe, getState } = usePage().store;
  return useSyncExternalStore(subscribe, getState, getState);
}

/** For event handlers and effects: `getState` and `application` return the current state, `dispatch` changes it. */
export function usePageStore(): PageStore {
  return usePage().store;
}

/** The boot data: what the server sent about the program with the document. */
export function useBoot(): Boot {
  return usePage().boot;
}

export function useSaving(): Saving {
  return usePage().saving;
}

export function usePeople(): People {
  return usePage().people;
}

/** The effects of a subject that loads later: `useMade(createUploads)`. */
export function useMade<T>(create: (parts: Parts) => T): T {
  return usePage().made(create);
}

export function useLifetime(): Lifetime {
  return usePage().lifetime;
}
