/** Saves answers in the background while the person continues (D44). */
import type { Application } from '../../api/application.ts';
import type { Boot } from '../../api/boot.ts';
import type { ErrorArea } from '../../copy/copy.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { errorsElsewhere } from '../../form/review/where-asked.ts';
import { isWorthSending, type Save } from '../../form/state/saves.ts';
import type { SavedFrom } from './failures.ts';
import type { Parts } from './page.ts';
import { keepSession } from './persistence.ts';
import type { Job } from './save-queue.ts';

export type Saving = ReturnType<typeof createSaving>;

/** @param reload Reloads the page once everything is saved. */
export function createSaving(
  { disclosureVersions }: Pick<Boot, 'disclosureVersions'>,
  { context, queue, failures, pending }: Pick<Parts, 'context' | 'queue' | 'failures' | 'pending'>,
  reload: () => void,
) {
  const { getState, dispatch, application, send } = context;
  const { report, sendBack } = failures;

  /** Returns how a job handles a failure: with an alert, or by showing the fields to change, maybe on another screen (D11). */
  function onFailure(area: ErrorArea, from: SavedFrom, sent: Save): Pick<Job, 'refused' | 'tell'> {
    return {
      refused: (failure) => {
        if (failure.status === 401) report(area, failure);
        // The disclosure texts on this page are no longer valid (D31). A reload shows the current texts.
        if (failure.code === 'agreement_unread') {
          sendBack(from, []);
          report(area, failure, reload);
          return 'back';
        }
        if (failure.code !== 'validation_failed') return 'stop';
        const lacking = errorsElsewhere(failure.errors, sent, application());
        if (lacking) sendBack({ url: urlOf(lacking.step), typed: {} }, lacking.errors);
        else sendBack(from, failure.errors);
        return 'back';
      },
      tell: (failure, tryAgain) => report(area, failure, tryAgain),
    };
  }

  /**
   * Asks the server whether a guarantor is required. `isNew` is true if answers have just changed, so the response may change
   * the meaning of earlier answers (D16).
   */
  function askWhetherGuarantor(isNew: boolean): void {
    const learn = (required: boolean) => dispatch({ type: 'guarantorRequirementRead', required, isNew });
    queue.add<{ guarantorRequired: boolean }>({
      send: () =>
        send({ method: 'GET', path: `/application/${getState().applicationId}/guarantor-required` }),
      kept: ({ guarantorRequired }) => learn(guarantorRequired),
      // If the call fails, the page assumes that a guarantor is required (D16).
      refused: () => {
        learn(true);
        return 'on';
      },
    });
  }

  function saveApplication(save: Save, from: SavedFrom): void {
    const { applicationData, disclosures, sections } = save;
    const isFirst = getState().applicationId === null;
    const idempotencyKey = crypto.randomUUID();
    const body = { applicationData, disclosures, ...(disclosures && { disclosureVersions }) };
    queue.add<Application>({
      send: () => {
        const id = getState().applicationId;
        return id === null
          ? send({ method: 'POST', path: '/application', body, idempotencyKey })
          : send({ method: 'PATCH', path: `/application/${id}`, body: { ...body, sections } });
      },
      kept: ({ id }) => {
        const isKnown = getState().applicationId === id;
        dispatch({ type: 'saved', applicationId: id, sections });
        if (!isKnown) keepSession(getState());
      },
      ...onFailure(isFirst ? 'createApplication' : 'saveApplication', from, save),
    });
  }

  return {
    settled: queue.settled,
    retry: queue.retry,
    askWhetherGuarantor,

    /** @param personId The id of the person that `save.person` is about. */
    save: (save: Save, from: SavedFrom, personId?: string): void => {
      pending.giveUp();
      const { sections: before } = application();
      dispatch({ type: 'answersGiven', url: from.url, save, personId });
      const { person, ...others } = save;
      if (person && personId)
        queue.add({
          send: () => send({ method: 'PATCH', path: `/personnel/${personId}`, body: person }),
          ...onFailure('personnelSave', from, save),
        });
      if (!isWorthSending(others)) return;
      saveApplication(others, from);
      if (others.sections?.business || (others.applicationData && before.business)) askWhetherGuarantor(true);
    },
  };
}
