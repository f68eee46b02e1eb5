/** Opens agreements, stores consents and submits the application (D27, D31). */
import type { Agreement, Consent } from '../../api/agreement.ts';
import type { Application } from '../../api/application.ts';
import type { AgreementKey } from '../../form/fields/application-state.ts';
import { idleGraceMillis } from '../../form/limits/session-limits.ts';
import { whereToFix } from '../../form/review/where-to-fix.ts';
import type { Failure } from '../api/api-client.ts';
import { serverTime } from '../api/server-time.ts';
import type { Parts } from './page.ts';
import { createUploads } from './uploads.ts';

/** Returns true if the server may or may not have accepted the application, because the service or a proxy was unavailable. */
const mayBeAccepted = ({ code, status }: Failure) => code === 'network' || status > 500;

/** Codes of refusals that show that the server accepted no earlier submit. */
const definite: readonly Failure['code'][] = [
  'validation_failed',
  'agreement_unread',
  'conflict',
  'resource_not_found',
];

/** Returns the calls for signing. Each call waits for all earlier saves, and shows a failure before it resolves (D44). */
export function createSigning({ context, calls, failures, made }: Parts) {
  const { getState, dispatch, application } = context;
  const { inOrder } = calls;
  const { endSession, report, sendBack } = failures;
  const uploads = made(createUploads);

  /** Shows the screen with the first error that the submit found. Returns false if there are no errors. */
  function showError({ errors }: Failure): boolean {
    const [first] = errors;
    if (!first) return false;
    const url = whereToFix(first.field, application());
    sendBack(
      { url, typed: {} },
      errors.filter(({ field }) => whereToFix(field, application()) === url),
    );
    return true;
  }

  return {
    /** Returns the text of an agreement, or undefined if the call failed. The server records that the agreement was opened. */
    readAgreement: async (agreement: AgreementKey, tryAgain: () => void): Promise<Agreement | undefined> => {
      const read = () => ({ method: 'GET', path: `/agreement/${agreement}` }) as const;
      const response = await inOrder<Agreement>('saveApplication', read, tryAgain);
      if (response?.ok) {
        dispatch({ type: 'agreementOpened', agreement });
        return response.body;
      }
      if (response) report('saveApplication', response, tryAgain);
      return undefined;
    },

    /** Stores a consent. Resolves to `changed` if the agreement has changed, so the person must read it again. */
    consent: async (
      agreement: AgreementKey,
      version: string,
      given: { readonly agreed: boolean; readonly dirty: boolean },
      tryAgain: () => void,
    ): Promise<'kept' | 'changed' | 'failed'> => {
      const body = { version, agreed: given.agreed };
      const put = (id: string) =>
        ({ method: 'PUT', path: `/application/${id}/consent/${agreement}`, body }) as const;
      const response = await inOrder<Consent>('saveApplication', put, tryAgain);
      if (response?.ok) {
        dispatch({ type: 'consentGiven', agreement, version, ...given });
        return 'kept';
      }
      if (response?.code === 'agreement_unread') {
        dispatch({ type: 'agreementChanged', agreement });
        return 'changed';
      }
      if (response) report('saveApplication', response, tryAgain);
      return 'failed';
    },

    /**
     * Submits the application once no upload is in progress. Resolves to `changed` if agreements must be read again, and to
     * `sent-back` if the screen of a refused answer is shown. If the result is unclear, sets `unclear` and submits again to find
     * out (D27). If it stays unknown, forgets all data and shows a page that says so.
     */
    submit: async (tryAgain: () => void): Promise<'submitted' | 'changed' | 'sent-back' | 'failed'> => {
      if (!(await uploads.settled())) return 'failed';
      const isRefused = ({ code }: Failure) => definite.includes(code);
      let repeatUntil: number;
      const isUnclear = (failure: Failure) => {
        const { unclear: wasUnclear, session } = getState();
        const isOver = isRefused(failure) || failure.code === 'session_invalid';
        if (wasUnclear) return !isOver && serverTime.elapsed() < repeatUntil;
        if (!session || !mayBeAccepted(failure)) return false;
        // If no call has succeeded by `repeatUntil`, the session has ended, and the page can no longer find out the result.
        const { timeoutAfterMillis, warnCountdownMillis } = session;
        repeatUntil = serverTime.elapsed() + timeoutAfterMillis + warnCountdownMillis + idleGraceMillis;
        dispatch({ type: 'submitUnclear', unclear: true });
        return true;
      };
      const submission = (id: string) => ({ method: 'POST', path: `/application/${id}/submit` }) as const;
      const response = await inOrder<Application>('submission', submission, tryAgain, { isUnclear });
      if (!response) return 'failed';
      if (response.ok) {
        dispatch({ type: 'submitted', application: response.body });
        return 'submitted';
      }
      if (getState().unclear && !isRefused(response)) {
        endSession();
        return 'failed';
      }
      dispatch({ type: 'submitUnclear', unclear: false });
      if (response.code === 'agreement_unread') {
        const read = (id: string) => ({ method: 'GET', path: `/application/${id}` }) as const;
        const current = await inOrder<Application>('saveApplication', read);
        if (current?.ok) dispatch({ type: 'consentsRead', consents: current.body.consents });
        return 'changed';
      }
      const isSentBack = response.code === 'validation_failed' && showError(response);
      report('submission', response, isSentBack ? undefined : tryAgain);
      return isSentBack ? 'sent-back' : 'failed';
    },
  };
}
