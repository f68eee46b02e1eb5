/** How a session starts and ends on the page (D23, D28): start, return after a reload, and every way out. */
import type { Application } from '../../api/application.ts';
import type { StartResponse } from '../../api/start.ts';
import type { FinishType } from '../../form/flow/finish.ts';
import { sessionsPerBrowser } from '../../form/limits/session-limits.ts';
import type { ApiResponse, Call } from '../api/api-client.ts';
import { call, isPassing } from '../api/api-client.ts';
import type { Patience } from '../api/patience.ts';
import { startStopwatch } from '../api/server-time.ts';
import { namesStore, sendStart } from '../api/start-call.ts';
import { takesCookies } from '../browser/storage.ts';
import type { Failures } from './failures.ts';
import { otherTabs } from './open-tabs.ts';
import type { LiveSession } from './page-state.ts';
import { keepSession, keptSession } from './persistence.ts';
import type { SaveQueue } from './save-queue.ts';
import type { Saving } from './saving.ts';
import type { EffectContext } from './store.ts';

/** Why the session ended, for the finish page: the person has chosen to finish later (D55). */
export interface FinishState {
  readonly because?: 'later';
}

export interface Lifetime {
  /**
   * Starts a session for an entry route (spec section 2) and shows the intro. Ends an earlier session of this tab, and
   * uses the key in the address. False if there is no session; an alert says why. For an unusable key or store it
   * offers to start without (D21, D22). Shows the intro only if the person is still where they asked for the start.
   */
  readonly enter: (path: string, search: string) => Promise<boolean>;
  /** The last start, while it is under way. */
  readonly entering: () => Promise<boolean> | undefined;
  /** Starts a session without a key. If that fails, an alert offers `tryAgain`. */
  readonly start: (tryAgain: () => void) => Promise<boolean>;
  /** Continues a session that was kept over a reload (D18), if there is one. */
  readonly resume: () => Promise<void>;
  /**
   * Goes on in the session that coming back to a draft has begun (D55), with all that is kept of it. An earlier session of
   * this tab ends. False where the draft could not be read; an alert says so.
   */
  readonly comeBack: (start: StartResponse) => Promise<boolean>;
  /** Reports the end of the session to the server; the finish page stays as it is. */
  readonly finish: (as: FinishType) => Promise<void>;
  /** Ends the session without waiting for the server: forgets everything at once and shows the finish page. */
  readonly end: (as: 'cancel' | 'timeout', state?: FinishState) => void;
  /** Ends the session because a screen threw: forgets everything here and shows the page error. */
  readonly breakOff: () => void;
  /** Forgets everything because the page is being left, which its Back button may bring back. Sends nothing (D28). */
  readonly leave: () => unknown;
  /**
   * Loads the page anew once everything is saved, and goes on where the person is: for a page whose files are gone, because
   * the program has been renewed (docs/decisions/assets-of-other-builds.md).
   */
  readonly reload: () => Promise<void>;
  /** A call of this session was answered, so its cookie comes back. */
  readonly confirm: (session: LiveSession | null) => void;
  /**
   * Call where the server does not know the session. If it was just started and has never been answered, its cookie does not come
   * back: shows the alert that says so, forgets the session and returns true.
   */
  readonly tellsOfCookies: () => boolean;
  /** False while the page reloads by itself: nobody leaves then. */
  readonly asksBeforeLeaving: () => boolean;
  /**
   * Tells the server that someone is there (D23). False if it may not know; if the session is over there, the page that
   * says so is shown.
   */
  readonly heartbeat: () => Promise<boolean>;
}

export function createLifetime(
  { getState, dispatch, send, navigate }: EffectContext,
  queue: SaveQueue,
  { askWhetherGuarantor }: Pick<Saving, 'askWhetherGuarantor'>,
  { sendUntilClear }: Patience,
  { report }: Failures,
  forget: () => void,
): Lifetime {
  let mayEndAnother = false;
  let isReloading = false;
  /** The session of which no call has been answered yet, and the milliseconds since its start. */
  let unconfirmed: { readonly session: LiveSession; readonly since: () => number } | null = null;
  /** The address of the last start. */
  let entry = { path: '/start', search: '' };

  /** True if the person must be asked before a start, because it would end the application of another tab (D23). */
  async function asksFirst(start: () => void): Promise<boolean> {
    if (mayEndAnother || (await otherTabs()) < sessionsPerBrowser) return false;
    const goOn = () => {
      mayEndAnother = true;
      start();
    };
    dispatch({ type: 'tooManyTabs', goOn });
    return true;
  }

  /**
   * Ends a session on the server. The response clears all that this origin stores (`Clear-Site-Data`), so a session that began
   * meanwhile is stored again.
   */
  async function endOnServer(session: LiveSession | null | undefined, as: FinishType): Promise<void> {
    if (!session) return;
    await call(session.webSessionId, { method: 'POST', path: `/apply/finish/${as}` });
    const state = getState();
    if (state.session !== session) keepSession(state);
  }

  function begin(start: StartResponse): void {
    const session = {
      webSessionId: start.webSessionId,
      timeoutAfterMillis: start.sessionTimeoutMillis,
      warnCountdownMillis: start.sessionWarnCountdownMillis,
      resume: start.resume,
    };
    dispatch({ type: 'sessionStarted', session });
    unconfirmed = { session, since: startStopwatch() };
    keepSession(getState());
  }

  /** Reads everything that the server has of an application. */
  async function load(id: string, isEarlier: boolean): Promise<ApiResponse<Application>> {
    const path = `/application/${id}`;
    const response = await sendUntilClear(() => send<Application>({ method: 'GET', path }));
    if (!response.ok) return response;
    dispatch({ type: 'applicationLoaded', application: response.body, isEarlier });
    // The answers were given with the result known, so they stay as they are.
    if (response.body.sections.business) askWhetherGuarantor(false);
    return response;
  }

  /** `unusable`: the key or store is unknown, expired or malformed, or key and store contradict each other. */
  async function startAt(
    path: string,
    search: string,
    tryAgain: () => void,
  ): Promise<'started' | 'unusable' | 'failed'> {
    if (!takesCookies()) {
      dispatch({ type: 'cookiesBlocked', tryAgain });
      return 'failed';
    }
    if (await asksFirst(tryAgain)) return 'failed';
    mayEndAnother = false;
    entry = { path, search };
    // Without waiting for it: from within a page, a new start erases the earlier draft; after a reload it only ends the
    // session (D28).
    const { session } = getState();
    void endOnServer(session ?? keptSession()?.session, session ? 'cancel' : 'timeout');
    forget();
    const response = await sendUntilClear(() => sendStart(path, search));
    if (response.ok) {
      begin(response.body);
      return 'started';
    }
    if (namesStore(path, search) && (response.status === 400 || response.code === 'resource_not_found'))
      return 'unusable';
    report('domain', response, tryAgain);
    return 'failed';
  }

  async function enterAt(path: string, search: string): Promise<boolean> {
    const { pathname } = location;
    const result = await startAt(path === '/apply' ? '/start' : path, search, () => void enter(path, search));
    if (result === 'started' && location.pathname === pathname) navigate('/apply', { replace: true });
    if (result === 'unusable') dispatch({ type: 'keyUnusable', startWithout: () => navigate('/start') });
    return result === 'started';
  }

  let entering: Promise<boolean> | undefined;
  // One after another: a late response to an earlier start must not replace the session of a later one.
  const enter: Lifetime['enter'] = (path, search) => {
    const begun = entering ? entering.then(() => enterAt(path, search)) : enterAt(path, search);
    const entered = begun.finally(() => {
      if (entering === entered) entering = undefined;
    });
    entering = entered;
    return entered;
  };

  return {
    enter,
    entering: () => entering,
    start: async (tryAgain) => (await startAt('/start', '', tryAgain)) === 'started',

    resume: async () => {
      const kept = keptSession();
      if (!kept) return;
      dispatch({ type: 'sessionStarted', session: kept.session });
      if (kept.applicationId === null) return;
      const response = await load(kept.applicationId, false);
      if (!response.ok) forget();
      else if (kept.reviewed) dispatch({ type: 'reviewConfirmed' });
    },

    comeBack: async (start) => {
      void endOnServer(getState().session, 'timeout');
      forget();
      begin(start);
      const made: Call = { method: 'POST', path: '/application', body: { applicationData: {} } };
      const draft = await sendUntilClear(() => send<Application>(made));
      const response = draft.ok ? await load(draft.body.id, true) : draft;
      // Kept with the application's id, so that a reload that continues the session finds the draft.
      if (response.ok) keepSession(getState());
      else report('createApplication', response);
      return response.ok;
    },

    finish: async (as) => {
      queue.clear();
      const ended = getState().session;
      await endOnServer(ended, as);
      if (getState().session === ended) dispatch({ type: 'sessionClosed' });
    },

    end: (as, state) => {
      void endOnServer(getState().session, as);
      forget();
      dispatch({ type: 'applicationEnded', as });
      navigate(`/apply/finish/${as}`, { replace: true, state });
    },

    breakOff: () => {
      void endOnServer(getState().session, 'timeout');
      forget();
      navigate('/error', { replace: true });
    },

    leave: () => isReloading || forget(),

    confirm: (session) => {
      if (session === unconfirmed?.session) unconfirmed = null;
    },
    tellsOfCookies: () => {
      if (!unconfirmed || unconfirmed.session !== getState().session) return false;
      if (unconfirmed.since() > unconfirmed.session.timeoutAfterMillis) return false;
      const { path, search } = entry;
      forget();
      dispatch({ type: 'cookiesBlocked', tryAgain: () => void enter(path, search) });
      return true;
    },
    asksBeforeLeaving: () => !isReloading,

    reload: async function reload() {
      if (!(await queue.settled(() => void reload()))) return;
      keepSession(getState(), true);
      isReloading = true;
      location.reload();
    },

    heartbeat: async () => {
      const { session } = getState();
      const response = await send({ method: 'POST', path: '/apply/heartbeat' });
      if (response.ok) return true;
      const isStillOn = getState().session === session && getState().finished === null;
      if (response.status === 401 && isStillOn) report('domain', response);
      return !isPassing(response);
    },
  };
}
