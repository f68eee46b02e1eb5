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

/** Failures after which the server may or may not have accepted the application. */
const unclear: readonly Failure['code'][] = ['network', 'unavailable'];

/** Refusals by a server that has read the application: it had not accepted it before either. */
const definite: readonly Failure['code'][] = [
  'validation_failed',
  'agreement_unread',
  'conflict',
  'resource_not_found',
];

/** Each call waits for every earlier save, and shows a failure before it resolves (D44). */
export function createSigning({ context, calls, failures, made }: Parts) {
  const { getState, dispatch, application } = context;
  const { inOrder } = calls;
  const { endSession, report, sendBack } = failures;
  const uploads = made(createUploads);

  /** Shows the screen of the first error that submit found, with all errors there. False if there is none. */
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
    /** Fetches the text, which the server records as opened; undefined if that failed. */
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

    /** Stores a consent. `dirty`: its box was toggled. `changed`: what was read has changed, and must be read again. */
    consent: async (
      agreement: AgreementKey,
      version: string,
      given: { readonly agreed: boolean; readonly dirty: boolean },
      tryAgain: () => void,
    ): Promise<'kept' | 'changed' | 'failed'> => {
      const response = await inOrder<Consent>(
        'saveApplication',
        (applicationId) => ({
          method: 'PUT',
          path: `/application/${applicationId}/consent/${agreement}`,
          body: { version, agreed: given.agreed },
        }),
        tryAgain,
      );
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
     * Submits, after any upload. `changed`: agreements must be read again; the state says which. `sent-back`: an answer
     * was refused, and the page shows where to change it. After a response that says nothing, the state is `unclear`, and
     * submitting again tells what happened (D27). If nothing can tell anymore, forgets everything and says so.
     */
    submit: async (tryAgain: () => void): Promise<'submitted' | 'changed' | 'sent-back' | 'failed'> => {
      if (!(await uploads.settled())) return 'failed';
      const isRefused = ({ code }: Failure) => definite.includes(code);
      let repeatUntil: number;
      const response = await inOrder<Application>(
        'submission',
        (applicationId) => ({ method: 'POST', path: `/application/${applicationId}/submit` }),
        tryAgain,
        {
          isUnclear: (failure) => {
            const { unclear: wasUnclear, session } = getState();
            if (wasUnclear)
              return (
                !isRefused(failure) &&
                failure.code !== 'session_invalid' &&
                serverTime.elapsed() < repeatUntil
              );
            if (!session || !unclear.includes(failure.code)) return false;
            // After that time without a call, the server has ended the session and can no longer tell.
            repeatUntil =
              serverTime.elapsed() +
              session.timeoutAfterMillis +
              session.warnCountdownMillis +
              idleGraceMillis;
            dispatch({ type: 'submitUnclear', unclear: true });
            return true;
          },
        },
      );
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
