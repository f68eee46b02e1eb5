/** Handles a failed call: shows an alert or the fields to change, or ends the session. */
import type { FieldErrorBody } from '../../api/error.ts';
import type { ErrorArea } from '../../copy/copy.ts';
import { fieldAsked } from '../../form/review/where-asked.ts';
import type { Failure } from '../api/api-client.ts';
import type { Typed } from './page-state.ts';
import type { EffectContext } from './store.ts';

/** The screen from which answers were saved. If the server refuses them, the screen opens again with the typed texts (D44). */
export interface SavedFrom {
  readonly url: string;
  readonly typed: Typed;
}

export type Failures = ReturnType<typeof createFailures>;

/** @param alertsAboutCookies Shows an alert if the browser blocks cookies, and then returns true. */
export function createFailures(
  { getState, dispatch, navigate }: EffectContext,
  forget: () => void,
  alertsAboutCookies: () => boolean,
) {
  /**
   * If the browser blocks cookies, shows the alert about cookies. Otherwise, forgets all data and shows the error page. That page
   * says that the session is over or that the result of a submit is unknown.
   */
  function endSession(): void {
    if (alertsAboutCookies()) return;
    const { unclear, isLinkMailed } = getState();
    forget();
    navigate('/error', { replace: true, state: { because: unclear ? 'unclear' : 'session', isLinkMailed } });
  }

  return {
    endSession,

    /** Shows an alert about a failed call, or the error page if the session is over. */
    report: (area: ErrorArea, failure: Failure, tryAgain?: () => void) => {
      if (failure.status === 401) return endSession();
      const status = failure.status === 0 ? 503 : failure.status;
      dispatch({ type: 'callFailed', area, status, tryAgain });
    },

    sendBack: ({ url, typed }: SavedFrom, errors: readonly FieldErrorBody[]) => {
      // The server may report an error for a field whose answer the person gives in another field.
      const byField = errors.map((error) => ({ ...error, field: fieldAsked(error.field) }));
      dispatch({ type: 'saveRefused', url, typed, errors: byField });
      if (url !== location.pathname + location.search) navigate(url);
    },
  };
}
