/** Adds people to the application and removes them. Each is added only once, however bad the network is. */
import type { Personnel } from '../../api/personnel.ts';
import { maskedKey } from '../../form/fields/field.ts';
import { fieldsOf } from '../../form/fields/form.ts';
import { type Person, type PersonnelType, recordOfPerson } from '../../form/people/people.ts';
import { type Call, type Failure, isPassing } from '../api/api-client.ts';
import { isUnanswered } from '../api/patience.ts';
import type { Calls } from './calls.ts';
import type { Failures, SavedFrom } from './failures.ts';
import type { SaveQueue } from './save-queue.ts';
import type { Saving } from './saving.ts';
import type { EffectContext } from './store.ts';

type Answers = Readonly<Record<string, unknown>>;

/** A person who was sent but not confirmed: the server may have stored them or not. */
interface Addition {
  readonly url: string;
  readonly personnelType: PersonnelType;
  readonly answers: Answers;
  readonly idempotencyKey: string;
}

export interface PendingAddition {
  /** The unconfirmed person sent from this screen; one sent from another screen is given up. */
  readonly sentFrom: (url: string) => Addition | undefined;
  readonly remember: (addition: Addition) => void;
  /** False once it was given up, or confirmed. */
  readonly isPending: (addition: Addition) => boolean;
  readonly forget: () => void;
  /** Removes, in the order of saves, an unconfirmed person whom the server may have stored. */
  readonly giveUp: () => void;
}

function callFor({ personnelType, answers, idempotencyKey }: Addition, applicationId: string): Call {
  return {
    method: 'POST',
    path: '/personnel',
    body: { applicationId, personnelType, ...answers },
    idempotencyKey,
  };
}

export function createPendingAddition(
  { getState, send }: EffectContext,
  queue: SaveQueue,
  { report }: Failures,
): PendingAddition {
  let pending: Addition | undefined;

  function giveUp(): void {
    const { applicationId } = getState();
    if (!pending || applicationId === null) return;
    const again = callFor(pending, applicationId);
    pending = undefined;
    queue.add({
      // If the person was stored the first time, the same key returns their id.
      send: async () => {
        const response = await send<Personnel>(again);
        return response.ok ? send({ method: 'DELETE', path: `/personnel/${response.body.id}` }) : response;
      },
      // A final refusal: they were never stored, or are already removed.
      refused: () => 'on',
      tell: (failure, tryAgain) => report('personnelRemove', failure, tryAgain),
    });
  }

  return {
    sentFrom: (url) => {
      if (pending?.url !== url) giveUp();
      return pending;
    },
    remember: (addition) => {
      pending = addition;
    },
    isPending: (addition) => pending === addition,
    forget: () => {
      pending = undefined;
    },
    giveUp,
  };
}

export interface People {
  /** Undefined if the person was not added, which is shown. The alert of a failed call offers `tryAgain`. */
  readonly add: (
    personnelType: PersonnelType,
    answers: Answers,
    from: SavedFrom,
    tryAgain: () => void,
  ) => Promise<Person | undefined>;
  /** False if the person could not be removed. An alert says so, and `notRemoved` in the state. */
  readonly remove: (person: Person, tryAgain: () => void) => Promise<boolean>;
}

export function createPeople(
  { dispatch, application, send }: EffectContext,
  queue: SaveQueue,
  pending: PendingAddition,
  calls: Calls,
  { save }: Saving,
  { report, sendBack }: Failures,
): People {
  /** The person who was sent, with answers as the server returns them: masked ones by their last four digits (D41). */
  function added({ personnelType, answers }: Addition, response: Personnel): Person {
    const fields = fieldsOf(application().form, recordOfPerson[personnelType]);
    const body: Answers = { ...response };
    const keys = Object.keys(answers).map((key) =>
      fields[key]?.sensitive === 'masked' ? maskedKey(key) : key,
    );
    return {
      id: response.id,
      personnelType,
      answers: Object.fromEntries(keys.map((key) => [key, body[key]])),
    };
  }

  /**
   * If an earlier call from the same screen got no response, first repeats it with its key and answers, and then saves
   * what has changed since.
   */
  const add: People['add'] = async (personnelType, answers, from, tryAgain) => {
    const addition = pending.sentFrom(from.url) ?? {
      url: from.url,
      personnelType,
      answers,
      idempotencyKey: crypto.randomUUID(),
    };
    const isSame = JSON.stringify(addition.answers) === JSON.stringify(answers);
    const applicationId = await calls.allSaved('personnelSave', tryAgain);
    if (applicationId === undefined) return undefined;
    pending.remember(addition);
    let person: Person | undefined;
    let failure: Failure | undefined;
    queue.add<Personnel>({
      send: () => send(callFor(addition, applicationId)),
      isWanted: () => pending.isPending(addition),
      isRepeated: isUnanswered,
      kept: (response) => {
        pending.forget();
        person = added(addition, response);
        dispatch({ type: 'personAdded', url: addition.url, person });
      },
      refused: (refusal) => {
        failure = refusal;
        return 'back';
      },
    });
    await queue.settled(tryAgain);
    if (person && !isSame) save({ person: answers }, from, person.id);
    if (!failure) return person;
    if (!isPassing(failure)) {
      pending.forget();
      if (!isSame) return add(personnelType, answers, from, tryAgain);
    }
    if (failure.code === 'validation_failed') sendBack(from, failure.errors);
    else report('personnelSave', failure, tryAgain);
    return undefined;
  };

  return {
    add,

    remove: async (person, tryAgain) => {
      const { id } = person;
      const call = () => ({ method: 'DELETE', path: `/personnel/${id}` }) as const;
      const response = await calls.inOrder('personnelRemove', call, tryAgain);
      if (!response) return false;
      // A person who is already gone counts as removed (D8).
      if (response.ok || response.status === 404) {
        dispatch({ type: 'personRemoved', person });
        return true;
      }
      dispatch({ type: 'removalFailed', id, status: response.status });
      report('personnelRemove', response, tryAgain);
      return false;
    },
  };
}
