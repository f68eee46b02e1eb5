/** Everything the page does with the server: one object, made once, given to the screens by context. */
import type { Application } from '../../api/application.ts';
import type { Boot } from '../../api/boot.ts';
import type { FieldProblem } from '../../api/problem.ts';
import type { ErrorArea } from '../../form/catalogue.ts';
import { areaTexts, errorText } from '../../form/catalogue.ts';
import { urlOf } from '../../form/places.ts';
import type { Save } from '../../form/saves.ts';
import { applySave, isWorthSending, withoutPerson } from '../../form/saves.ts';
import type { Situation } from '../../form/situation.ts';
import { fieldAsked, lackingElsewhere } from '../../form/where-to-mend.ts';
import { createAdding } from './adding.ts';
import type { Call, Failure } from './api-client.ts';
import { call } from './api-client.ts';
import { createLifetime } from './lifetime.ts';
import type { Navigate, PageSession, SavedFrom } from './page-session.ts';
import type { PageState } from './page-state.ts';
import { emptyState, withDocuments, withoutTyped, withSaved } from './page-state.ts';
import { keepSession } from './persistence.ts';
import { createSaveQueue } from './save-queue.ts';
import { createSigning } from './signing.ts';
import { createStore } from './store.ts';

/** What the server refused, by the fields that ask for it. */
function problemsByField(problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.map((problem) => ({ ...problem, field: fieldAsked(problem.field) }));
}

export function createPageSession(boot: Boot, navigate: Navigate): PageSession {
  const store = createStore(emptyState(boot));
  const queue = createSaveQueue((saving) => store.set((state) => ({ ...state, saving })));
  const set = (change: Partial<PageState>) => store.set((state) => ({ ...state, ...change }));
  const situation = (): Situation => ({ ...store.get().situation, now: new Date() });
  const change: PageSession['change'] = (how) =>
    store.set((state) => ({ ...state, situation: how({ ...state.situation, now: new Date() }) }));
  const send = <T>(made: Call) => call<T>(store.get().session?.webSessionId ?? null, made);

  function forget(): void {
    queue.clear();
    adding.forgetAddition();
    keepSession(null);
    store.set(() => emptyState(boot));
  }

  function report(area: ErrorArea, failure: Failure, tryAgain?: () => void): void {
    if (failure.status === 401) {
      forget();
      navigate('/error', { replace: true, state: { sessionInvalid: true } });
      return;
    }
    showAlert(area, failure.status === 0 ? 503 : failure.status, tryAgain);
  }

  /** Shows the alert of an area for a status; null stands for no id to send. */
  function showAlert(area: ErrorArea, status: number | null, tryAgain?: () => void): void {
    set({
      alert: {
        title: areaTexts[area].title,
        text: areaTexts[area].message,
        detail: errorText(area, status, location.host),
        ...(tryAgain && { tryAgain }),
      },
    });
  }

  /** Brings the person back to the fields that the server refused, with what was typed. */
  function sendBack(from: SavedFrom, problems: readonly FieldProblem[]): void {
    const refused = problemsByField(problems);
    store.set((state) => ({
      ...state,
      typed: { ...state.typed, [from.url]: from.typed },
      refused: { ...state.refused, [from.url]: refused },
    }));
    navigate(from.url);
  }

  /** What to do with a refused save: lead to where it is mended, be that on another screen (D11), else say so. */
  function onRefused(area: ErrorArea, from: SavedFrom | undefined, sent: Save, undo: Situation) {
    return (failure: Failure): boolean => {
      if (failure.code === 'validation_failed' && from) {
        change((now) => ({ ...now, sections: undo.sections }));
        const lacking = lackingElsewhere(failure.errors, sent, situation());
        if (lacking) sendBack({ url: urlOf(lacking.place), typed: {} }, lacking.problems);
        else sendBack(from, failure.errors);
        return true;
      }
      report(area, failure, queue.retry);
      return failure.status === 401;
    };
  }

  function askWhetherGuarantor(): void {
    queue.add<{ guarantorRequired: boolean }>({
      send: () =>
        send({ method: 'GET', path: `/application/${store.get().applicationId}/guarantor-required` }),
      kept: ({ guarantorRequired }) => change((now) => ({ ...now, guarantorRequired })),
      // The page falls back to required when the call fails (D16).
      refused: () => {
        change((now) => ({ ...now, guarantorRequired: true }));
        return true;
      },
    });
  }

  function saveApplication(part: Save, from: SavedFrom | undefined, before: Situation): void {
    const { applicationData, disclosures, sections } = part;
    const idempotencyKey = crypto.randomUUID();
    queue.add<Application>({
      send: () => {
        const id = store.get().applicationId;
        return id === null
          ? send({
              method: 'POST',
              path: '/application',
              body: { applicationData, disclosures },
              idempotencyKey,
            })
          : send({
              method: 'PATCH',
              path: `/application/${id}`,
              body: { applicationData, disclosures, sections },
            });
      },
      kept: ({ id }) => {
        if (store.get().applicationId === id) return;
        set({ applicationId: id });
        keepSession(store.get());
      },
      refused: onRefused(
        store.get().applicationId === null ? 'createApplication' : 'saveApplication',
        from,
        part,
        before,
      ),
    });
    if (sections?.business || (applicationData && before.sections.business)) askWhetherGuarantor();
  }

  const save: PageSession['save'] = (part, from, personId) => {
    adding.giveUpAddition();
    const before = situation();
    store.set((state) => ({
      ...withSaved(state, applySave(before, part, personId)),
      typed: { ...state.typed, [from.url]: {} },
      refused: { ...state.refused, [from.url]: [] },
    }));
    const { person, ...application } = part;
    if (person && personId)
      queue.add({
        send: () => send({ method: 'PATCH', path: `/personnel/${personId}`, body: person }),
        refused: onRefused('personnelSave', from, part, before),
      });
    if (isWorthSending(application)) saveApplication(application, from, before);
  };

  const allKept: PageSession['allKept'] = async (area) => {
    const isKept = await queue.settled();
    const { applicationId, session } = store.get();
    if (applicationId === null && session !== null) showAlert(area, null);
    return (isKept && applicationId) || undefined;
  };

  const callAfterSaves: PageSession['callInOrder'] = async (area, make) => {
    const applicationId = await allKept(area);
    return applicationId === undefined ? undefined : send(make(applicationId));
  };

  const adding = createAdding({
    store,
    situation,
    queue,
    save,
    report,
    send,
    sendBack,
    callAfterSaves,
  });

  const callInOrder: PageSession['callInOrder'] = (area, make) => {
    adding.giveUpAddition();
    return callAfterSaves(area, make);
  };

  return {
    ...createSigning({ boot, store, situation, callInOrder, report, sendBack }),
    ...createLifetime({ store, navigate, queue, report, forget, askWhetherGuarantor }),
    boot,
    navigate,
    store,
    situation,
    change,
    save,
    addPerson: adding.addPerson,
    allKept,
    callInOrder,
    report,
    forget,
    retrySaving: queue.retry,
    type: (url, values) => store.set((state) => ({ ...state, typed: { ...state.typed, [url]: values } })),

    clearRefused: (url, field) => {
      if (!store.get().refused[url]?.some((problem) => problem.field === field)) return;
      store.set((state) => ({
        ...state,
        refused: {
          ...state.refused,
          [url]: (state.refused[url] ?? []).filter((problem) => problem.field !== field),
        },
      }));
    },

    readDocuments: () => {
      const { applicationId } = store.get();
      // A screen that goes because everything was forgotten has nothing to ask for.
      if (applicationId === null) return;
      queue.add<Application>({
        send: () => send({ method: 'GET', path: `/application/${applicationId}` }),
        kept: ({ documents = [] }) => store.set((state) => withDocuments(state, documents)),
        // What could not be read stays as it is known.
        refused: () => true,
      });
    },

    removePerson: (person) => {
      const before = situation();
      store.set((state) => withoutTyped(withSaved(state, withoutPerson(before, person.id)), person));
      const { noOtherOwners } = situation().disclosures;
      if (noOtherOwners !== before.disclosures.noOtherOwners)
        saveApplication({ disclosures: { noOtherOwners } }, undefined, before);
      queue.add({
        send: () => send({ method: 'DELETE', path: `/personnel/${person.id}` }),
        // What is gone already is gone (D8).
        refused: (failure) => {
          if (failure.status !== 404) report('personnelRemove', failure, queue.retry);
          return failure.status === 404 || failure.status === 401;
        },
      });
    },
  };
}
