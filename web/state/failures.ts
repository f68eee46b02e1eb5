/** What a failed call shows: an alert, the fields to change, or the end of the session. */
import type { FieldErrorBody } from '../../api/error.ts';
import type { ErrorArea } from '../../copy/copy.ts';
import { fieldAsked } from '../../form/review/where-asked.ts';
import type { Failure } from '../api/api-client.ts';
import type { Typed } from './page-state.ts';
import type { EffectContext } from './store.ts';

/** The screen that answers came from; if they are refused, it opens again with what was typed (D44). */
export interface SavedFrom {
  readonly url: string;
  readonly typed: Typed;
}

export type Failures = ReturnType<typeof createFailures>;

/** @param alertsAboutCookies Returns true if it shows the alert that the browser blocks cookies. */
export function createFailures(
  { getState, dispatch, navigate }: EffectContext,
  forget: () => void,
  alertsAboutCookies: () => boolean,
) {
  /** Forgets everything and shows the page that says why: the session is over, or the result of a submit is unclear. */
  function endSession(): void {
    if (alertsAboutCookies()) return;
    const { unclear } = getState();
    forget();
    navigate('/error', { replace: true, state: { because: unclear ? 'unclear' : 'session' } });
  }

  return {
    endSession,

    /** Shows the alert of a failed call, or the error page if the session is over. */
    report: (area: ErrorArea, failure: Failure, tryAgain?: () => void) => {
      if (failure.status === 401) return endSession();
      const status = failure.status === 0 ? 503 : failure.status;
      dispatch({ type: 'callFailed', area, status, tryAgain });
    },

    /** Returns the person to the fields that the server refused, with what was typed. */
    sendBack: ({ url, typed }: SavedFrom, errors: readonly FieldErrorBody[]) => {
      // The server may name a field that is asked through another one.
      const byField = errors.map((error) => ({ ...error, field: fieldAsked(error.field) }));
      dispatch({ type: 'saveRefused', url, typed, errors: byField });
      if (url !== location.pathname + location.search) navigate(url);
    },
  };
}
