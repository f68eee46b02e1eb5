/**
 * What survives a reload if the page was built with VITE_PERSIST_SESSION: the web session id, the application's id and
 * the timers, never an answer (D18). The address holds the screen (D43).
 */
import type { LiveSession, PageState } from './page-state.ts';

const key = 'card-application';
const isOn = import.meta.env['VITE_PERSIST_SESSION'] === 'true';

export interface KeptSession {
  readonly session: LiveSession;
  readonly applicationId: string | null;
}

/** True if a reload continues on the same screen. */
export const persistsSession = isOn;

/** Stores the session of a state, or removes it. */
export function keepSession(state: Pick<PageState, 'session' | 'applicationId'> | null): void {
  if (!isOn) return;
  if (!state?.session) sessionStorage.removeItem(key);
  else
    sessionStorage.setItem(
      key,
      JSON.stringify({ session: state.session, applicationId: state.applicationId } satisfies KeptSession),
    );
}

/** The stored session, if there is one. */
export function keptSession(): KeptSession | null {
  const kept = isOn ? sessionStorage.getItem(key) : null;
  return kept === null ? null : (JSON.parse(kept) as KeptSession);
}
