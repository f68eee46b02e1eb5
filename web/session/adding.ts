/** Adding a person to the application, once and no more, however bad the network (F11). */
import type { Personnel } from '../../api/personnel.ts';
import { recordOfPerson } from '../../form/completeness.ts';
import { fieldsOf } from '../../form/form.ts';
import { maskedKey } from '../../form/judge.ts';
import { withPerson } from '../../form/saves.ts';
import type { Person, PersonnelType } from '../../form/situation.ts';
import type { Answer, Call, Failure } from './api-client.ts';
import { isPassing } from './api-client.ts';
import type { PageSession, SavedFrom } from './page-session.ts';
import type { PageState } from './page-state.ts';
import { withSaved } from './page-state.ts';
import type { SaveQueue } from './save-queue.ts';

type Answers = Readonly<Record<string, unknown>>;

/** What of the session the calls of this file stand on. */
interface Wiring extends Pick<PageSession, 'store' | 'situation' | 'save' | 'report'> {
  readonly queue: SaveQueue;
  readonly send: <T>(call: Call) => Promise<Answer<T>>;
  /** As `callInOrder`, without giving up what is being added. */
  readonly callAfterSaves: PageSession['callInOrder'];
  readonly sendBack: (from: SavedFrom, problems: Failure['errors']) => void;
}

/** A person sent whose answer never came: the server may know them, or not. */
interface Addition {
  readonly url: string;
  readonly personnelType: PersonnelType;
  readonly answers: Answers;
  readonly idempotencyKey: string;
}

export interface Adding extends Pick<PageSession, 'addPerson'> {
  /** Takes back, in its turn, a person whom the page gave up, and whom the server may know all the same. */
  readonly giveUpAddition: () => void;
  /** Forgets what was sent. */
  readonly forgetAddition: () => void;
}

export function createAdding({
  store,
  situation,
  queue,
  save,
  report,
  send,
  callAfterSaves,
  sendBack,
}: Wiring): Adding {
  let unheard: Addition | undefined;

  function callFor({ personnelType, answers, idempotencyKey }: Addition, applicationId: string): Call {
    return {
      method: 'POST',
      path: '/personnel',
      body: { applicationId, personnelType, ...answers },
      idempotencyKey,
    };
  }

  /** The person as the page knows them from now on. */
  function takeOver({ personnelType, answers, url }: Addition, added: Personnel): Person {
    const fields = fieldsOf(situation().form, recordOfPerson[personnelType]);
    const kept = Object.keys(answers).map((key) =>
      fields[key]?.sensitive === 'masked' ? maskedKey(key) : key,
    );
    const body: Answers = { ...added };
    const person: Person = {
      id: added.id,
      personnelType,
      answers: Object.fromEntries(kept.map((key) => [key, body[key]])),
    };
    store.set((state: PageState) => ({
      ...withSaved(state, withPerson(situation(), person)),
      typed: { ...state.typed, [url]: {} },
      refused: { ...state.refused, [url]: [] },
    }));
    return person;
  }

  /** Another attempt at the same place asks first what became of the one before, and changes that person then. */
  const addPerson: PageSession['addPerson'] = async (personnelType, answers, from, tryAgain) => {
    if (unheard?.url !== from.url) giveUpAddition();
    const addition = unheard ?? {
      url: from.url,
      personnelType,
      answers,
      idempotencyKey: crypto.randomUUID(),
    };
    const isAsked = JSON.stringify(addition.answers) === JSON.stringify(answers);
    const answer = await callAfterSaves<Personnel>('personnelSave', (applicationId) => {
      unheard = addition;
      return callFor(addition, applicationId);
    });
    if (!answer) return undefined;
    if (answer.ok || !isPassing(answer)) unheard = undefined;
    if (answer.ok) {
      const person = takeOver(addition, answer.body);
      if (!isAsked) save({ person: answers }, from, person.id);
      return person;
    }
    if (!isAsked && !isPassing(answer)) return addPerson(personnelType, answers, from, tryAgain);
    if (answer.code === 'validation_failed') sendBack(from, answer.errors);
    else report('personnelSave', answer, tryAgain);
    return undefined;
  };

  function giveUpAddition(): void {
    const { applicationId } = store.get();
    if (!unheard || applicationId === null) return;
    const again = callFor(unheard, applicationId);
    unheard = undefined;
    queue.add({
      send: async () => {
        const answer = await send<Personnel>(again);
        return answer.ok ? send({ method: 'DELETE', path: `/personnel/${answer.body.id}` }) : answer;
      },
      // Refused for good, it never was there, or is gone.
      refused: () => true,
    });
  }

  return {
    addPerson,
    giveUpAddition,
    forgetAddition: () => {
      unheard = undefined;
    },
  };
}
