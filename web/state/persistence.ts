/**
 * If the page was built with VITE_PERSIST_SESSION or reloads itself after a release (D49), stores the data that survives the
 * reload: ids, time limits, and whether the review was confirmed. Answers are never stored (D18).
 */
import { store, stored } from '../browser/storage.ts';
import type { LiveSession, PageState } from './page-state.ts';

const key = 'card-application';

type KeptSession = Pick<PageState, 'applicationId'> & {
  readonly session: LiveSession;
  readonly reviewed?: boolean | undefined;
};

/** True if the person can continue on the same screen after every reload. */
export const persistsSession = import.meta.env['VITE_PERSIST_SESSION'] === 'true';

/**
 * Stores the session, or removes it after its end. Does nothing if `isDue` is false, which is the
 * default except in a build with VITE_PERSIST_SESSION.
 */
export function keepSession(
  state: Pick<PageState, 'session' | 'applicationId' | 'application'> | null,
  isDue: boolean = persistsSession,
): void {
  if (!isDue) return;
  if (!state?.session) store(key, null);
  else {
    const { session, applicationId, application } = state;
    const kept: KeptSession = { session, applicationId, reviewed: application.reviewed };
    store(key, JSON.stringify(kept));
  }
}

/** Returns the stored session, if there is one. Removes it from storage, unless every reload continues the session. */
export function keptSession(): KeptSession | null {
  const kept = stored(key);
  if (!persistsSession) store(key, null);
  return kept === null ? null : (JSON.parse(kept) as KeptSession);
}
