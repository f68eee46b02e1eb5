/** The end of the way: reading the agreements, agreeing to them, and handing the application in (D27, D31). */
import type { Agreement, Consent } from '../../api/agreement.ts';
import type { Application } from '../../api/application.ts';
import { maskedEmail } from '../../form/finish.ts';
import type { AgreementKey, Situation } from '../../form/situation.ts';
import { applicantOf } from '../../form/situation.ts';
import { whereToMend } from '../../form/where-to-mend.ts';
import type { Failure } from './api-client.ts';
import type { PageSession, SavedFrom } from './page-session.ts';
import type { PageState } from './page-state.ts';
import { agreedOf, emptyState } from './page-state.ts';

/** What of the session the calls of this file stand on. */
interface Wiring extends Pick<PageSession, 'boot' | 'store' | 'callInOrder' | 'report'> {
  readonly situation: () => Situation;
  readonly sendBack: (from: SavedFrom, problems: Failure['errors']) => void;
}

/** Calls that wait for every save before them; what fails is shown before they answer (D44). */
export interface Signing {
  /** Fetches the text anew, which the server counts as opened; undefined where it could not. */
  readonly readAgreement: (agreement: AgreementKey, tryAgain: () => void) => Promise<Agreement | undefined>;
  /**
   * Keeps whether an agreement is agreed to; `dirty` where its box was toggled, in place of the answer in its dialog.
   * `changed`: the text or what it certifies is no longer what was read, and must be read again.
   */
  readonly consent: (
    agreement: AgreementKey,
    version: string,
    answer: { readonly agreed: boolean; readonly dirty: boolean },
    tryAgain: () => void,
  ) => Promise<'kept' | 'changed' | 'failed'>;
  /**
   * `changed` as above, the agreements in question being open again in the state; `sent-back` where an answer was
   * refused and the page has gone to where it is mended.
   */
  readonly submit: (tryAgain: () => void) => Promise<'submitted' | 'changed' | 'sent-back' | 'failed'>;
}

/** The state with one agreement read, agreed to or not; a version of null says that it changed since. */
function withRead(
  state: PageState,
  key: AgreementKey,
  version: string | null,
  { agreed, dirty }: { readonly agreed: boolean; readonly dirty: boolean },
): PageState {
  const { situation } = state;
  return {
    ...state,
    read: { ...state.read, [key]: version },
    dirty: { ...state.dirty, [key]: dirty },
    situation: { ...situation, agreed: { ...situation.agreed, [key]: agreed } },
  };
}

export function createSigning({ boot, store, callInOrder, report, situation, sendBack }: Wiring): Signing {
  /** Takes over which consents the server still holds; what was read and is not agreed to must be read again. */
  async function reloadConsents(): Promise<void> {
    const answer = await callInOrder<Application>('saveApplication', (id) => ({
      method: 'GET',
      path: `/application/${id}`,
    }));
    if (!answer?.ok) return;
    const agreed = agreedOf(answer.body);
    store.set((state) => ({
      ...state,
      read: Object.fromEntries(
        Object.entries(state.read).map(([key, version]) => [
          key,
          agreed[key as AgreementKey] ? version : null,
        ]),
      ),
      situation: { ...state.situation, agreed },
    }));
  }

  /** Leads to the first thing that submit found wrong, with everything that is wrong there. */
  function leadToProblem(failure: Failure): boolean {
    const [first] = failure.errors;
    if (!first) return false;
    const url = whereToMend(first.field, situation());
    const problems = failure.errors.filter(({ field }) => whereToMend(field, situation()) === url);
    sendBack({ url, typed: {} }, problems);
    return true;
  }

  return {
    readAgreement: async (agreement, tryAgain) => {
      const answer = await callInOrder<Agreement>('saveApplication', () => ({
        method: 'GET',
        path: `/agreement/${agreement}`,
      }));
      if (answer?.ok) {
        store.set((state) => ({ ...state, dirty: { ...state.dirty, [agreement]: false } }));
        return answer.body;
      }
      if (answer) report('saveApplication', answer, tryAgain);
      return undefined;
    },

    consent: async (agreement, version, given, tryAgain) => {
      const answer = await callInOrder<Consent>('saveApplication', (applicationId) => ({
        method: 'PUT',
        path: `/application/${applicationId}/consent/${agreement}`,
        body: { version, agreed: given.agreed },
      }));
      if (answer?.ok) {
        store.set((state) => withRead(state, agreement, version, given));
        return 'kept';
      }
      if (answer?.code === 'agreement_unread') {
        store.set((state) => withRead(state, agreement, null, { agreed: false, dirty: false }));
        return 'changed';
      }
      if (answer) report('saveApplication', answer, tryAgain);
      return 'failed';
    },

    submit: async (tryAgain) => {
      const answer = await callInOrder<Application>('submission', (applicationId) => ({
        method: 'POST',
        path: `/application/${applicationId}/submit`,
      }));
      if (!answer) return 'failed';
      if (!answer.ok) {
        if (answer.code === 'agreement_unread') {
          await reloadConsents();
          return 'changed';
        }
        const ledAway = answer.code === 'validation_failed' && leadToProblem(answer);
        report('submission', answer, ledAway ? undefined : tryAgain);
        return ledAway ? 'sent-back' : 'failed';
      }
      const { status, referenceNumber } = answer.body;
      const address = String(applicantOf(situation())?.answers['email'] ?? '');
      store.set((state) => ({
        ...emptyState(boot),
        session: state.session,
        finished: status === 'pending' ? 'pending' : 'completed',
        submitted: { status, referenceNumber, maskedEmail: maskedEmail(address) },
      }));
      return 'submitted';
    },
  };
}
