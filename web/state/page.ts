/** Creates the page from its state and its effects: functions, grouped by subject, that make calls and change the state. */
import type { Boot } from '../../api/boot.ts';
import { type Call, call } from '../api/api-client.ts';
import { createRetries, type Retries } from '../api/retries.ts';
import { serverTime } from '../api/server-time.ts';
import type { Navigate } from '../browser/history-entries.ts';
import { whenOnline } from '../browser/when-online.ts';
import { type Calls, createCalls } from './calls.ts';
import { createFailures, type Failures } from './failures.ts';
import { createLifetime, type Lifetime } from './lifetime.ts';
import { countWhileLive } from './open-tabs.ts';
import { initialState, type PageState } from './page-state.ts';
import { createPendingAddition, createPeople, type PendingAddition, type People } from './people.ts';
import { keepSession } from './persistence.ts';
import { createSaveQueue, type SaveQueue } from './save-queue.ts';
import { createSaving, type Saving } from './saving.ts';
import { createPageStore, type EffectContext, type PageStore } from './store.ts';

export interface Parts extends Pick<Page, 'made' | 'saving'> {
  readonly context: EffectContext;
  readonly queue: SaveQueue;
  readonly calls: Calls;
  readonly retries: Retries;
  readonly pending: PendingAddition;
  readonly failures: Failures;
  /** Registers a function that is called whenever the page forgets all data about the person. */
  readonly onForget: (listener: () => void) => void;
}

/** The parts of the page that components use through the hooks of `use-page.ts`. */
export interface Page {
  readonly boot: Boot;
  readonly store: PageStore;
  readonly saving: Saving;
  readonly people: People;
  readonly lifetime: Lifetime;
  /**
   * Returns the effects that `create` creates. Calls `create` only the first time. The code of these effects loads together with
   * the screens that need them.
   */
  readonly made: <T>(create: (parts: Parts) => T) => T;
}

/** Resolves when the browser has no urgent work. A request before that would delay the painting of the next screen (P4). */
async function afterPaint(): Promise<void> {
  // Browsers without `scheduler` do not wait.
  await window.scheduler?.postTask(() => undefined, { priority: 'background' });
}

/** Updates the session in storage when the review is confirmed, and when a change cancels this confirmation. */
function keepReview({ getState, subscribe }: PageStore): void {
  let { reviewed } = getState().application;
  subscribe(() => {
    const state = getState();
    if (state.application.reviewed === reviewed) return;
    reviewed = state.application.reviewed;
    keepSession(state);
  });
}

/** @param state The initial state; by default, the state of a new page. */
export function createPage(boot: Boot, navigate: Navigate, state?: PageState): Page {
  const store = createPageStore(state ?? initialState(boot, serverTime.now()));
  countWhileLive(store);
  const context: EffectContext = {
    ...store,
    navigate,
    send: async <T>(made: Call) => {
      const { session } = store.getState();
      const response = await call<T>(session?.webSessionId ?? null, made);
      if (response.ok) lifetime.confirm(session);
      return response;
    },
  };
  const retries = createRetries((isWaiting) => store.dispatch({ type: 'networkAwaited', isWaiting }));
  const queue = createSaveQueue((saving) => store.dispatch({ type: 'queueChanged', saving }), afterPaint);
  const forgetting: (() => void)[] = [];

  function forget(): void {
    queue.clear();
    pending.set(undefined);
    for (const listener of forgetting) listener();
    keepSession(null);
    store.dispatch({ type: 'everythingForgotten' });
  }

  keepReview(store);
  const failures = createFailures(context, forget, () => lifetime.alertsAboutCookies());
  const early = { context, queue, retries, failures };
  const pending = createPendingAddition(early);
  const calls = createCalls({ ...early, pending });
  const saving = createSaving(boot, { ...early, pending }, () => void lifetime.reload());
  const lifetime = createLifetime({ ...early, saving }, forget);

  /**
   * Ends the pauses before failed calls are repeated, unless the server set their length. Called when the network is back, and
   * when the page is visible again, because browsers slow down the timers of a hidden page.
   */
  function hurry(): void {
    queue.hurry();
    retries.hurry();
  }
  whenOnline(hurry);
  document.addEventListener('visibilitychange', () => document.hidden || hurry());

  const effects = new Map<unknown, unknown>();
  const made: Page['made'] = <T>(create: (parts: Parts) => T) => {
    if (!effects.has(create)) effects.set(create, create(parts));
    return effects.get(create) as T;
  };
  const onForget: Parts['onForget'] = (listener) => void forgetting.push(listener);
  const parts: Parts = { ...early, pending, calls, saving, onForget, made };
  return { boot, store, saving, people: createPeople(parts), lifetime, made };
}
