/** Opening agreements, agreeing to them, and submitting the application (D27, D31). */

import type { Agreement, Consent } from '../../api/agreement.ts';
import type { Application } from '../../api/application.ts';
import type { ErrorCode } from '../../api/error.ts';
import type { AgreementKey } from '../../form/fields/application-state.ts';
import { idleGraceMillis } from '../../form/limits/session-limits.ts';
import { whereToFix } from '../../form/review/where-to-fix.ts';
import type { Failure } from '../api/api-client.ts';
import { serverTime } from '../api/server-time.ts';
import type { Parts } from './page.ts';
import { createUploads } from './uploads.ts';

/** Each call waits for every earlier save, and shows a failure before it resolves (D44). */
export interface Signing {
  /** Fetches the text, which the server records as opened; undefined if that failed. */
  readonly readAgreement: (agreement: AgreementKey, tryAgain: () => void) => Promise<Agreement | undefined>;
  /**
   * Stores whether an agreement is agreed to. `dirty` is true if its box was toggled, false for the button in its
   * dialog. `changed`: the text, or what it certifies, is not what was read any more; it must be read again.
   */
  readonly consent: (
    agreement: AgreementKey,
    version: string,
    given: { readonly agreed: boolean; readonly dirty: boolean },
    tryAgain: () => void,
  ) => Promise<'kept' | 'changed' | 'failed'>;
  /**
   * `changed`: agreements must be read again; the state says which. `sent-back`: an answer was refused, and the page
   * shows where to change it. The only call that waits for an upload. While the server may or may not have taken the
   * application, the state is `unclear`, and submitting again, which gives the same answer (D27), is to tell. If nothing
   * can tell any more, everything is forgotten and the page says so.
   */
  readonly submit: (tryAgain: () => void) => Promise<'submitted' | 'changed' | 'sent-back' | 'failed'>;
}

/** No answer of our server, or that its database went away: it may have taken the application. */
const unclear: readonly Failure['code'][] = ['network', 'unavailable'];

/** Refusals of a server that has looked at the application: it had not been taken before either. */
const definite: readonly Failure['code'][] = [
  'validation_failed',
  'agreement_unread',
  'conflict',
  'resource_not_found',
] satisfies readonly ErrorCode[];

export function createSigning({ context, calls, failures, made }: Parts): Signing {
  const { getState, dispatch, application } = context;
  const { inOrder } = calls;
  const { endSession, report, sendBack } = failures;
  const uploads = made(createUploads);

  async function readConsents(): Promise<void> {
    const response = await inOrder<Application>('saveApplication', (id) => ({
      method: 'GET',
      path: `/application/${id}`,
    }));
    if (response?.ok) dispatch({ type: 'consentsRead', consents: response.body.consents });
  }

  /** Leads to the first error that submit found, and shows all errors there. */
  function leadToError({ errors }: Failure): boolean {
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
    readAgreement: async (agreement, tryAgain) => {
      const response = await inOrder<Agreement>(
        'saveApplication',
        () => ({ method: 'GET', path: `/agreement/${agreement}` }),
        tryAgain,
      );
      if (response?.ok) {
        dispatch({ type: 'agreementOpened', agreement });
        return response.body;
      }
      if (response) report('saveApplication', response, tryAgain);
      return undefined;
    },

    consent: async (agreement, version, given, tryAgain) => {
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

    submit: async (tryAgain) => {
      if (!(await uploads.settled())) return 'failed';
      const isRefused = ({ code }: Failure) => definite.includes(code);
      let askedUntil: number;
      const response = await inOrder<Application>(
        'submission',
        (applicationId) => ({ method: 'POST', path: `/application/${applicationId}/submit` }),
        tryAgain,
        {
          isUnclear: (failure) => {
            const { unclear: wasUnclear, session } = getState();
            if (wasUnclear)
              return (
                !isRefused(failure) && failure.code !== 'session_invalid' && serverTime.elapsed() < askedUntil
              );
            if (!session || !unclear.includes(failure.code)) return false;
            // A server that has heard nothing for so long has ended the session, and can say nothing any more.
            askedUntil =
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
        await readConsents();
        return 'changed';
      }
      const isLedAway = response.code === 'validation_failed' && leadToError(response);
      report('submission', response, isLedAway ? undefined : tryAgain);
      return isLedAway ? 'sent-back' : 'failed';
    },
  };
}
