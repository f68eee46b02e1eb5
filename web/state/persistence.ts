/**
 * What survives a reload, if the page was built with VITE_PERSIST_SESSION or reloads by itself (D49): the web session id,
 * the application's id, whether its review was confirmed, and the timers, never an answer (D18). The address holds the screen (D43).
 */
import { store, stored } from '../browser/storage.ts';
import type { LiveSession, PageState } from './page-state.ts';

const key = 'card-application';
const isOn = import.meta.env['VITE_PERSIST_SESSION'] === 'true';

export interface KeptSession {
  readonly session: LiveSession;
  readonly applicationId: string | null;
  /** The review was confirmed. */
  readonly reviewed?: boolean | undefined;
}

/** True if a reload continues on the same screen. */
export const persistsSession = isOn;

/**
 * Stores the session of a state, or removes it.
 * @param isDue True where a reload follows that is to continue it in any case.
 */
export function keepSession(
  state: Pick<PageState, 'session' | 'applicationId' | 'application'> | null,
  isDue: boolean = isOn,
): void {
  if (!isDue) return;
  if (!state?.session) store(key, null);
  else {
    const { session, applicationId, application } = state;
    const kept: KeptSession = { session, applicationId, reviewed: application.reviewed };
    store(key, JSON.stringify(kept));
  }
}

/** The stored session, if there is one; once only, unless every reload is to continue it. */
export function keptSession(): KeptSession | null {
  const kept = stored(key);
  if (!isOn) store(key, null);
  return kept === null ? null : (JSON.parse(kept) as KeptSession);
}
