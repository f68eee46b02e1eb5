import { createContext, useContext } from 'react';
import type { PageSession } from './page-session.ts';
import type { PageState } from './page-state.ts';
import { useStore } from './store.ts';

export const SessionContext = createContext<PageSession | null>(null);

/** The page's one session object. */
export function useSession(): PageSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('A screen stands outside of SessionContext');
  return session;
}

/** What the page knows now. */
export function usePageState(): PageState {
  return useStore(useSession().store);
}
