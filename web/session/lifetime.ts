/** How a session of the page begins and ends (D23, D28): start, return after a reload, and every way out. */
import type { Application } from '../../api/application.ts';
import type { StartAnswer } from '../../api/start.ts';
import type { Call } from './api-client.ts';
import { call } from './api-client.ts';
import type { PageSession } from './page-session.ts';
import type { PageState } from './page-state.ts';
import { loadedState } from './page-state.ts';
import { keepSession, keptSession } from './persistence.ts';
import type { SaveQueue } from './save-queue.ts';
import { namesStore, startCall } from './start-call.ts';

/** What of the session the calls of this file stand on. */
interface Wiring extends Pick<PageSession, 'store' | 'navigate' | 'report' | 'forget'> {
  readonly queue: SaveQueue;
  readonly askWhetherGuarantor: () => void;
}

type Lifetime = Pick<PageSession, 'start' | 'resume' | 'finish' | 'end' | 'breakOff' | 'leave' | 'heartbeat'>;

export function createLifetime({
  store,
  navigate,
  queue,
  report,
  forget,
  askWhetherGuarantor,
}: Wiring): Lifetime {
  const set = (change: Partial<PageState>) => store.set((state) => ({ ...state, ...change }));
  const send = <T>(made: Call) => call<T>(store.get().session?.webSessionId ?? null, made);

  function takeUp({ webSessionId, sessionTimeoutMillis, sessionWarnCountdownMillis }: StartAnswer): void {
    set({
      session: {
        webSessionId,
        timeoutAfterMillis: sessionTimeoutMillis,
        warnCountdownMillis: sessionWarnCountdownMillis,
      },
    });
    keepSession(store.get());
  }

  return {
    start: async (path, search, tryAgain) => {
      // A reset erases the draft on the server too (D28); nobody waits for that.
      const before = store.get().session ?? keptSession()?.session;
      if (before) void call(before.webSessionId, { method: 'POST', path: '/apply/finish/cancel' });
      forget();
      const answer = await call<StartAnswer>(null, startCall(path, search));
      if (answer.ok) {
        takeUp(answer.body);
        return 'started';
      }
      if (namesStore(path, search) && (answer.status === 400 || answer.code === 'resource_not_found'))
        return 'unusable';
      report('domain', answer, tryAgain);
      return 'failed';
    },

    resume: async () => {
      const kept = keptSession();
      if (!kept) return false;
      set({ session: kept.session });
      if (kept.applicationId === null) return true;
      const answer = await send<Application>({ method: 'GET', path: `/application/${kept.applicationId}` });
      if (!answer.ok) {
        forget();
        return false;
      }
      store.set((state) => loadedState(state, answer.body));
      if (answer.body.sections.business) askWhetherGuarantor();
      return true;
    },

    finish: async (type) => {
      queue.clear();
      const ended = store.get().session;
      await send({ method: 'POST', path: `/apply/finish/${type}` });
      if (store.get().session === ended) set({ session: null });
    },

    end: (type) => {
      void send({ method: 'POST', path: `/apply/finish/${type}` });
      forget();
      set({ finished: type });
      navigate(`/apply/finish/${type}`, { replace: true });
    },

    breakOff: () => {
      void send({ method: 'POST', path: '/apply/finish/cancel' });
      forget();
      navigate('/error', { replace: true });
    },

    leave: () => {
      if (store.get().session === null) return;
      void send({ method: 'POST', path: '/apply/finish/cancel', keepalive: true });
      forget();
    },

    heartbeat: () => {
      void send({ method: 'POST', path: '/apply/heartbeat' });
    },
  };
}
