/** Saves answers in the background, after the person has moved on (D44). */
import type { Application } from '../../api/application.ts';
import type { Boot } from '../../api/boot.ts';
import type { ErrorArea } from '../../copy/copy.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { lackingElsewhere } from '../../form/review/where-asked.ts';
import type { Save } from '../../form/state/saves.ts';
import { isWorthSending } from '../../form/state/saves.ts';
import type { Patience } from '../api/patience.ts';
import type { Failures, SavedFrom } from './failures.ts';
import { keepSession } from './persistence.ts';
import type { Job, SaveQueue } from './save-queue.ts';
import type { EffectContext } from './store.ts';

export interface Saving extends Pick<SaveQueue, 'settled' | 'retry' | 'hurry'> {
  /** `personId`: the person that `save.person` is about. */
  readonly save: (save: Save, from: SavedFrom, personId?: string) => void;
  /**
   * Asks the server whether a guarantor is required; `isNew` if answers have changed, and with them what others mean
   * (D16).
   */
  readonly askWhetherGuarantor: (isNew: boolean) => void;
}

/** What saving sets off elsewhere. */
interface Consequences {
  /** Removes a person whose addition the server never confirmed; see `people.ts`. */
  readonly giveUpAddition: () => void;
  /** Loads the page anew once everything is saved; see `lifetime.ts`. */
  readonly reload: () => void;
}

export function createSaving(
  { disclosureVersions }: Pick<Boot, 'disclosureVersions'>,
  { getState, dispatch, application, send }: EffectContext,
  queue: SaveQueue,
  { report, sendBack }: Failures,
  patience: Patience,
  { giveUpAddition, reload }: Consequences,
): Saving {
  /**
   * After a refused save, leads to the fields to change, which may be on another screen (D11); otherwise shows an
   * alert.
   */
  function onFailure(area: ErrorArea, from: SavedFrom, sent: Save): Pick<Job, 'refused' | 'tell'> {
    return {
      refused: (failure) => {
        if (failure.status === 401) report(area, failure);
        // The texts that this page shows do not count any more (D31): only a page of today has those that do.
        if (failure.code === 'agreement_unread') {
          sendBack(from, []);
          report(area, failure, reload);
          return 'back';
        }
        if (failure.code !== 'validation_failed') return 'stop';
        const lacking = lackingElsewhere(failure.errors, sent, application());
        if (lacking) sendBack({ url: urlOf(lacking.step), typed: {} }, lacking.errors);
        else sendBack(from, failure.errors);
        return 'back';
      },
      tell: (failure, tryAgain) => report(area, failure, tryAgain),
    };
  }

  const askWhetherGuarantor: Saving['askWhetherGuarantor'] = (isNew) => {
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
  };

  function saveApplication(save: Save, from: SavedFrom): void {
    const { applicationData, disclosures, sections } = save;
    const isFirst = getState().applicationId === null;
    const idempotencyKey = crypto.randomUUID();
    const shown = disclosures && { disclosureVersions };
    queue.add<Application>({
      send: () => {
        const id = getState().applicationId;
        return id === null
          ? send({
              method: 'POST',
              path: '/application',
              body: { applicationData, disclosures, ...shown },
              idempotencyKey,
            })
          : send({
              method: 'PATCH',
              path: `/application/${id}`,
              body: { applicationData, disclosures, sections, ...shown },
            });
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
    hurry: () => {
      queue.hurry();
      patience.hurry();
    },
    askWhetherGuarantor,

    save: (save, from, personId) => {
      giveUpAddition();
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
