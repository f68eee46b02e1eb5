/** Holds the page's state in memory, never in browser storage. Components read it; only actions change it. */
import type { ApplicationState } from '../../form/fields/application-state.ts';
import type { ApiResponse, Call } from '../api/api-client.ts';
import { serverTime } from '../api/server-time.ts';
import type { Navigate } from '../browser/history-entries.ts';
import type { Action } from './actions.ts';
import type { PageState } from './page-state.ts';
import { reduce } from './reducer.ts';

export interface PageStore {
  readonly getState: () => PageState;
  readonly dispatch: (action: Action) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** The application at the present time, by the server's clock. */
  readonly application: () => ApplicationState;
}

/** What every effect needs: the state, API calls for the page's session, and the router. */
export interface EffectContext extends Omit<PageStore, 'subscribe'> {
  readonly send: <T>(call: Call) => Promise<ApiResponse<T>>;
  readonly navigate: Navigate;
}

export function createPageStore(initial: PageState): PageStore {
  let state = initial;
  const listeners = new Set<() => void>();
  const application = () => ({ ...state.application, now: serverTime.now() });
  return {
    getState: () => state,
    application,
    dispatch: (action) => {
      const before = { ...state, application: application() };
      const after = reduce(before, action);
      if (after === before) return;
      state = after;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
