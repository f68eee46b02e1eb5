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

export interface Failures {
  /** Forgets everything and shows the page that says why: the session is over, or what became of a submit is unclear. */
  readonly endSession: () => void;
  /** Shows the alert of a failed call; of one that says that the session is over, its page. */
  readonly report: (area: ErrorArea, failure: Failure, tryAgain?: () => void) => void;
  /** Returns the person to the fields that the server refused, with what was typed. */
  readonly sendBack: (from: SavedFrom, errors: readonly FieldErrorBody[]) => void;
}

/** @param toldOfCookies True where no call of the session has come through, and the person is told that cookies are missing. */
export function createFailures(
  { getState, dispatch, navigate }: EffectContext,
  forget: () => void,
  toldOfCookies: () => boolean,
): Failures {
  function endSession(): void {
    if (toldOfCookies()) return;
    const { unclear } = getState();
    forget();
    navigate('/error', { replace: true, state: { because: unclear ? 'unclear' : 'session' } });
  }

  return {
    endSession,

    report: (area, failure, tryAgain) => {
      if (failure.status === 401) {
        endSession();
        return;
      }
      const status = failure.status === 0 ? 503 : failure.status;
      dispatch({ type: 'callFailed', area, status, tryAgain });
    },

    sendBack: ({ url, typed }, errors) => {
      // The server may name a field that is asked through another one.
      const byField = errors.map((error) => ({ ...error, field: fieldAsked(error.field) }));
      dispatch({ type: 'saveRefused', url, typed, errors: byField });
      if (url !== location.pathname + location.search) navigate(url);
    },
  };
}
