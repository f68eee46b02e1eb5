/** Adds people to the application and removes them. No person is added twice, even if the call is repeated. */
import type { Personnel } from '../../api/personnel.ts';
import { maskedKey } from '../../form/fields/field.ts';
import { fieldsOf } from '../../form/fields/form.ts';
import { type Person, type PersonnelType, recordOfPerson } from '../../form/people/people.ts';
import { type Call, type Failure, isPassing } from '../api/api-client.ts';
import { isUnanswered } from '../api/retries.ts';
import type { SavedFrom } from './failures.ts';
import type { Parts } from './page.ts';

type Answers = Readonly<Record<string, unknown>>;

/** The call that adds a person. Until there is a response, the server may or may not have stored the person. */
interface Addition {
  readonly url: string;
  readonly personnelType: PersonnelType;
  readonly answers: Answers;
  readonly idempotencyKey: string;
}

function callFor({ personnelType, answers, idempotencyKey }: Addition, applicationId: string): Call {
  const body = { applicationId, personnelType, ...answers };
  return { method: 'POST', path: '/personnel', body, idempotencyKey };
}

export type PendingAddition = ReturnType<typeof createPendingAddition>;

/** Remembers the call that adds a person until its result is known. */
export function createPendingAddition({
  context: { getState, send },
  queue,
  failures: { report },
}: Pick<Parts, 'context' | 'queue' | 'failures'>) {
  let pending: Addition | undefined;

  /** Queues the removal of a person whose addition got no response, because the server may have stored this person. */
  function giveUp(): void {
    const { applicationId } = getState();
    if (!pending || applicationId === null) return;
    const again = callFor(pending, applicationId);
    pending = undefined;
    queue.add({
      // Repeats the addition to find out the person's id. If the server has already stored the person, it responds to the same
      // idempotency key with the id of that person.
      send: async () => {
        const response = await send<Personnel>(again);
        return response.ok ? send({ method: 'DELETE', path: `/personnel/${response.body.id}` }) : response;
      },
      // A refusal that is not temporary means that the person was never stored or is already removed.
      refused: () => 'on',
      tell: (failure, tryAgain) => report('personnelRemove', failure, tryAgain),
    });
  }

  return {
    /** Returns the remembered call if the screen at `url` made it. If another screen made it, queues the person's removal. */
    sentFrom: (url: string) => {
      if (pending?.url !== url) giveUp();
      return pending;
    },
    set: (addition: Addition | undefined) => {
      pending = addition;
    },
    /** Returns false once the addition has been given up or confirmed. */
    isPending: (addition: Addition) => pending === addition,
    giveUp,
  };
}

export type People = ReturnType<typeof createPeople>;

export function createPeople({ context, queue, pending, calls, saving, failures }: Parts) {
  const { dispatch, application, send } = context;
  const { report, sendBack } = failures;

  /**
   * Returns the person with the answers that the server returned. Of a masked answer, the server returns only the last four
   * digits (D41).
   */
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
   * Adds a person. If an earlier call from the same screen got no response, repeats that call, then saves the changes made since.
   * Returns undefined if the call failed. Then an alert offers `tryAgain`, or the inputs show the errors.
   */
  async function add(
    personnelType: PersonnelType,
    answers: Answers,
    from: SavedFrom,
    tryAgain: () => void,
  ): Promise<Person | undefined> {
    const first = { url: from.url, personnelType, answers, idempotencyKey: crypto.randomUUID() };
    const addition = pending.sentFrom(from.url) ?? first;
    const isSame = JSON.stringify(addition.answers) === JSON.stringify(answers);
    const applicationId = await calls.allSaved('personnelSave', tryAgain);
    if (applicationId === undefined) return undefined;
    pending.set(addition);
    let person: Person | undefined;
    let failure: Failure | undefined;
    queue.add<Personnel>({
      send: () => send(callFor(addition, applicationId)),
      isWanted: () => pending.isPending(addition),
      isRepeated: isUnanswered,
      kept: (response) => {
        pending.set(undefined);
        person = added(addition, response);
        dispatch({ type: 'personAdded', url: addition.url, person, typed: addition.answers });
      },
      refused: (refusal) => {
        failure = refusal;
        return 'back';
      },
    });
    await queue.settled(tryAgain);
    if (person && !isSame) saving.save({ person: answers }, from, person.id);
    if (!failure) return person;
    if (!isPassing(failure)) {
      pending.set(undefined);
      if (!isSame) return add(personnelType, answers, from, tryAgain);
    }
    if (failure.code === 'validation_failed') sendBack(from, failure.errors);
    else report('personnelSave', failure, tryAgain);
    return undefined;
  }

  return {
    add,

    /** Removes a person. Resolves to false if the call failed; an alert and `notRemoved` in the state say so. */
    remove: async (person: Person, tryAgain: () => void): Promise<boolean> => {
      const { id } = person;
      const call = () => ({ method: 'DELETE', path: `/personnel/${id}` }) as const;
      const response = await calls.inOrder('personnelRemove', call, tryAgain);
      if (!response) return false;
      // If the server no longer has the person, the person counts as removed (D8).
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
