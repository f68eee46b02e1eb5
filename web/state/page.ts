/** Puts the page together: its state, and the effects that change it, by subject. */

import type { Boot } from '../../api/boot.ts';
import type { Call } from '../api/api-client.ts';
import { call } from '../api/api-client.ts';
import type { Patience } from '../api/patience.ts';
import { createPatience } from '../api/patience.ts';
import { serverTime } from '../api/server-time.ts';
import { afterPaint } from '../browser/after-paint.ts';
import type { Navigate } from '../browser/history-entries.ts';
import { whenOnline } from '../browser/when-online.ts';
import type { Calls } from './calls.ts';
import { createCalls } from './calls.ts';
import type { Failures } from './failures.ts';
import { createFailures } from './failures.ts';
import type { Lifetime } from './lifetime.ts';
import { createLifetime } from './lifetime.ts';
import { countWhileLive } from './open-tabs.ts';
import type { PageState } from './page-state.ts';
import { initialState } from './page-state.ts';
import type { People } from './people.ts';
import { createPendingAddition, createPeople } from './people.ts';
import { keepSession } from './persistence.ts';
import type { SaveQueue } from './save-queue.ts';
import { createSaveQueue } from './save-queue.ts';
import type { Saving } from './saving.ts';
import { createSaving } from './saving.ts';
import type { EffectContext, PageStore } from './store.ts';
import { createPageStore } from './store.ts';

/** What the effects of one subject are made of. */
export interface Parts extends Pick<Page, 'made'> {
  readonly context: EffectContext;
  readonly queue: SaveQueue;
  readonly calls: Calls;
  readonly patience: Patience;
  readonly failures: Failures;
  /** Calls this whenever everything about the person is forgotten. */
  readonly onForget: (listener: () => void) => void;
}

/** What components use through the hooks of `use-page.ts`. */
export interface Page {
  readonly boot: Boot;
  readonly store: PageStore;
  readonly saving: Saving;
  readonly people: People;
  readonly lifetime: Lifetime;
  /** The effects that load with the screens that need them: the first call makes them, later ones return the same. */
  readonly made: <T>(create: (parts: Parts) => T) => T;
}

/** In development: the state of the page before a code change; undefined if there was none. */
export function stateBeforeUpdate(): PageState | undefined {
  const { getState } = (import.meta.hot?.data ?? {}) as { readonly getState?: PageStore['getState'] };
  return getState?.();
}

/** Repeats what failed at once when the network or the person is back; browsers slow the timers of a hidden page. */
function hurryOnReturn(hurry: () => void): void {
  whenOnline(hurry);
  document.addEventListener('visibilitychange', () => document.hidden || hurry());
}

/** Keeps over a reload whether the review is confirmed, whenever that changes. */
function keepingReview({ getState }: PageStore): () => void {
  let { reviewed } = getState().application;
  return () => {
    const state = getState();
    if (state.application.reviewed === reviewed) return;
    reviewed = state.application.reviewed;
    keepSession(state);
  };
}

/** @param state The initial state; by default that of a page that knows nothing yet. */
export function createPage(boot: Boot, navigate: Navigate, state?: PageState): Page {
  const store = createPageStore(state ?? initialState(boot, serverTime.now()));
  countWhileLive(store);
  if (import.meta.hot) import.meta.hot.data['getState'] = store.getState;
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
  const patience = createPatience((isWaiting) => store.dispatch({ type: 'networkAwaited', isWaiting }));
  const queue = createSaveQueue((saving) => store.dispatch({ type: 'queueChanged', saving }), afterPaint);

  const forgetting: (() => void)[] = [];

  /** Forgets everything about the person, in memory too. */
  function forget(): void {
    queue.clear();
    pending.forget();
    for (const listener of forgetting) listener();
    keepSession(null);
    store.dispatch({ type: 'everythingForgotten' });
  }

  store.subscribe(keepingReview(store));
  const failures = createFailures(context, forget, () => lifetime.tellsOfCookies());
  const pending = createPendingAddition(context, queue, failures);
  const calls = createCalls(context, queue, patience, pending.giveUp);
  const saving = createSaving(boot, context, queue, failures, patience, {
    giveUpAddition: pending.giveUp,
    reload: () => void lifetime.reload(),
  });
  const lifetime = createLifetime(context, queue, saving, patience, failures, forget);
  hurryOnReturn(saving.hurry);
  const effects = new Map<unknown, unknown>();
  const made: Page['made'] = <T>(create: (parts: Parts) => T) => {
    if (!effects.has(create)) effects.set(create, create(parts));
    return effects.get(create) as T;
  };
  const onForget: Parts['onForget'] = (listener) => void forgetting.push(listener);
  const parts: Parts = { context, queue, calls, patience, failures, onForget, made };
  return {
    boot,
    store,
    saving,
    people: createPeople(context, queue, pending, calls, saving, failures),
    lifetime,
    made,
  };
}
