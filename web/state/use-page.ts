/** How components reach the page's state and what can be done with it: one hook for each subject. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Boot } from '../../api/boot.ts';
import type { Lifetime } from './lifetime.ts';
import type { Page } from './page.ts';
import type { PageState } from './page-state.ts';
import type { People } from './people.ts';
import type { Saving } from './saving.ts';
import type { Signing } from './signing.ts';
import type { PageStore } from './store.ts';
import type { Uploads } from './uploads.ts';

export const PageContext = createContext<Page | null>(null);

function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('A component stands outside of PageContext');
  return page;
}

/** What the page knows; the component is drawn again when it changes. */
export function usePageState(): PageState {
  const { subscribe, getState } = usePage().store;
  return useSyncExternalStore(subscribe, getState, getState);
}

/** For event handlers and effects: `getState` and `application` say what is known then, and `dispatch` says what happened. */
export function usePageStore(): PageStore {
  return usePage().store;
}

/** What the server said of the program with the document. */
export function useBoot(): Boot {
  return usePage().boot;
}

export function useSaving(): Saving {
  return usePage().saving;
}

export function usePeople(): People {
  return usePage().people;
}

export function useUploads(): Uploads {
  return usePage().uploads;
}

export function useSigning(): Signing {
  return usePage().signing;
}

export function useLifetime(): Lifetime {
  return usePage().lifetime;
}
