/** Holds the page's state in memory, never in browser storage. Only actions change the state. */
import type { ApplicationState } from '../../form/fields/application-state.ts';
import type { ApiResponse, Call } from '../api/api-client.ts';
import { serverTime } from '../api/server-time.ts';
import type { Navigate } from '../browser/history-entries.ts';
import type { PageState } from './page-state.ts';
import { type Action, reduce } from './reducer.ts';

export type PageStore = ReturnType<typeof createPageStore>;

/** The context that every effect needs: the state, calls of the page's session, and the router. */
export interface EffectContext extends Omit<PageStore, 'subscribe'> {
  readonly send: <T>(call: Call) => Promise<ApiResponse<T>>;
  readonly navigate: Navigate;
}

export function createPageStore(initial: PageState) {
  let state = initial;
  const listeners = new Set<() => void>();
  const application = (): ApplicationState => ({ ...state.application, now: serverTime.now() });
  return {
    getState: () => state,
    application,
    dispatch: (action: Action): void => {
      const before = { ...state, application: application() };
      const after = reduce(before, action);
      if (after === before) return;
      state = after;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
