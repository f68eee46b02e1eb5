/** Opening agreements, agreeing to them, and submitting the application (D27, D31). */
import type { Agreement, Consent } from '../../api/agreement.ts';
import type { Application } from '../../api/application.ts';
import { whereToFix } from '../../form/review/where-to-fix.ts';
import type { AgreementKey } from '../../form/state/application-state.ts';
import type { Failure } from '../api/api-client.ts';
import { mayHaveHappened } from '../api/api-client.ts';
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
   * shows where to change it. The only call that waits for an upload. Calls `onUnclear` if the server may or may not have
   * taken the application; submitting again, which gives the same answer (D27), then tells.
   */
  readonly submit: (
    tryAgain: () => void,
    onUnclear: () => void,
  ) => Promise<'submitted' | 'changed' | 'sent-back' | 'failed'>;
}

export function createSigning({ context, calls, failures, made }: Parts): Signing {
  const { dispatch, application } = context;
  const { inOrder } = calls;
  const { report, sendBack } = failures;
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

    submit: async (tryAgain, onUnclear) => {
      if (!(await uploads.settled())) return 'failed';
      const response = await inOrder<Application>(
        'submission',
        (applicationId) => ({ method: 'POST', path: `/application/${applicationId}/submit` }),
        tryAgain,
        {
          isUnclear: (failure) => {
            const isUnclear = mayHaveHappened(failure);
            if (isUnclear) onUnclear();
            return isUnclear;
          },
        },
      );
      if (!response) return 'failed';
      if (response.ok) {
        dispatch({ type: 'submitted', application: response.body });
        return 'submitted';
      }
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
