/** Starts, continues and ends the page's session (D23, D28): a new start, a return after a reload, and every kind of end. */
import type { Application } from '../../api/application.ts';
import type { StartResponse } from '../../api/start.ts';
import type { FinishType } from '../../form/flow/finish.ts';
import { sessionsPerBrowser } from '../../form/limits/session-limits.ts';
import { type ApiResponse, type Call, call, isPassing } from '../api/api-client.ts';
import { startStopwatch } from '../api/server-time.ts';
import { namesStore, sendStart } from '../api/start-call.ts';
import { takesCookies } from '../browser/storage.ts';
import { otherTabs } from './open-tabs.ts';
import type { Parts } from './page.ts';
import type { LiveSession } from './page-state.ts';
import { keepSession, keptSession } from './persistence.ts';

/** The history state after the end of a session. `because` is `later` if the person chose to finish later (D55). */
export type FinishState = { readonly because?: 'later'; readonly isLinkMailed?: boolean | null };

export type Lifetime = ReturnType<typeof createLifetime>;

/** @param forget Forgets everything about the person. */
export function createLifetime(
  {
    context,
    queue,
    retries,
    failures,
    saving,
  }: Pick<Parts, 'context' | 'queue' | 'retries' | 'failures' | 'saving'>,
  forget: () => void,
) {
  const { getState, dispatch, send, navigate } = context;
  const { sendUntilAnswered } = retries;
  const { report } = failures;
  let mayEndAnother = false;
  let isReloading = false;
  /** The new session until its first call succeeds, then null. `since` returns the milliseconds since the session's start. */
  let unconfirmed: { readonly session: LiveSession; readonly since: () => number } | null = null;
  let lastStart = { path: '/start', search: '' };

  /** If a new session would end another tab's application, and the person has not agreed to that, asks and returns true (D23). */
  async function asksFirst(start: () => void): Promise<boolean> {
    if (mayEndAnother || (await otherTabs()) < sessionsPerBrowser) return false;
    const startAnyway = () => {
      mayEndAnother = true;
      start();
    };
    dispatch({ type: 'tooManyTabs', startAnyway });
    return true;
  }

  /** Ends a session on the server. The response clears this origin's storage, so a newer session is stored again. */
  async function endOnServer(session: LiveSession | null | undefined, as: FinishType): Promise<void> {
    if (!session) return;
    await call(session.webSessionId, { method: 'POST', path: `/apply/finish/${as}` });
    const state = getState();
    if (state.session !== session) keepSession(state);
  }

  /** Ends the session on the server without waiting for the response, and forgets all data in the page. */
  function drop(as: FinishType): void {
    void endOnServer(getState().session, as);
    forget();
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

  async function load(id: string, isEarlier: boolean): Promise<ApiResponse<Application>> {
    const path = `/application/${id}`;
    const response = await sendUntilAnswered(() => send<Application>({ method: 'GET', path }));
    if (!response.ok) return response;
    dispatch({ type: 'applicationLoaded', application: response.body, isEarlier });
    // Pass `false`, so that the response doesn't change the loaded answers: when the person gave them, the page already knew
    // whether a guarantor is required.
    if (response.body.sections.business) saving.askWhetherGuarantor(false);
    return response;
  }

  /** Starts a session. If that fails, shows an alert, which may offer to start without the key or store, and returns false. */
  async function startAt(path: string, search: string, tryAgain: () => void): Promise<boolean> {
    if (!takesCookies()) {
      dispatch({ type: 'cookiesBlocked', tryAgain });
      return false;
    }
    if (await asksFirst(tryAgain)) return false;
    mayEndAnother = false;
    lastStart = { path, search };
    // A new start without a reload erases the draft of the earlier session. A new start after a reload only ends the earlier
    // session (D28).
    const { session } = getState();
    void endOnServer(session ?? keptSession()?.session, session ? 'cancel' : 'timeout');
    forget();
    const response = await sendUntilAnswered(() => sendStart(path, search));
    if (response.ok) begin(response.body);
    else if (namesStore(path, search) && (response.status === 400 || response.code === 'resource_not_found'))
      dispatch({ type: 'keyUnusable', startWithout: () => navigate('/start') });
    else report('domain', response, tryAgain);
    return response.ok;
  }

  async function enterAt(path: string, search: string): Promise<boolean> {
    const { pathname } = location;
    const entry = path === '/apply' ? '/start' : path;
    const isStarted = await startAt(entry, search, () => void enter(path, search));
    if (isStarted && location.pathname === pathname) navigate('/apply', { replace: true });
    return isStarted;
  }

  let entering: Promise<boolean> | undefined;

  /**
   * Starts a session for an entry route (spec section 2), ends an earlier session of this tab, and shows the intro unless the
   * person has gone to another screen. Returns false if no session was started; an alert says why (D21, D22).
   */
  function enter(path: string, search: string): Promise<boolean> {
    // Wait until an earlier start has ended. Otherwise, its late response could replace the session of the later start.
    const begun = entering ? entering.then(() => enterAt(path, search)) : enterAt(path, search);
    const entered = begun.finally(() => {
      if (entering === entered) entering = undefined;
    });
    entering = entered;
    return entered;
  }

  /**
   * Reloads the page once everything is saved, and then continues the session. Called if a new release has removed this page's
   * files (docs/decisions/assets-of-other-builds.md) or changed its texts.
   */
  async function reload(): Promise<void> {
    if (!(await queue.settled(() => void reload()))) return;
    keepSession(getState(), true);
    isReloading = true;
    location.reload();
  }

  return {
    enter,
    reload,

    /** Returns the promise of `enter` while a session is being started at an entry route, and otherwise undefined. */
    entering: () => entering,

    /** Starts a session without a key. If that fails, shows an alert that offers `tryAgain`. */
    start: (tryAgain: () => void) => startAt('/start', '', tryAgain),

    /** Continues the session that was stored for a reload (D18), if there is one. */
    resume: async (): Promise<void> => {
      const kept = keptSession();
      if (!kept) return;
      dispatch({ type: 'sessionStarted', session: kept.session });
      if (kept.applicationId === null) return;
      const response = await load(kept.applicationId, false);
      if (!response.ok) forget();
      else if (kept.reviewed) dispatch({ type: 'reviewConfirmed' });
    },

    /** Continues a draft in its new session (D55). Resolves to false if the draft could not be loaded; an alert says so. */
    resumeDraft: async (start: StartResponse): Promise<boolean> => {
      drop('timeout');
      begin(start);
      const made: Call = { method: 'POST', path: '/application', body: { applicationData: {} } };
      const draft = await sendUntilAnswered(() => send<Application>(made));
      const response = draft.ok ? await load(draft.body.id, true) : draft;
      // Store the session again, with the application's id, so that a reload that continues the session finds the draft.
      if (response.ok) keepSession(getState());
      else report('createApplication', response);
      return response.ok;
    },

    /** Ends a submitted application's session on the server. The finish page does not change. */
    finish: async (as: FinishType): Promise<void> => {
      queue.clear();
      const ended = getState().session;
      await endOnServer(ended, as);
      if (getState().session === ended) dispatch({ type: 'sessionClosed' });
    },

    end: (as: 'cancel' | 'timeout', because?: 'later'): void => {
      const { isLinkMailed } = getState();
      drop(as);
      dispatch({ type: 'applicationEnded', as });
      navigate(`/apply/finish/${as}`, { replace: true, state: { because, isLinkMailed } });
    },

    /** Ends the session and shows the error page, after a screen threw an error. */
    endWithError: (): void => {
      const { isLinkMailed } = getState();
      drop('timeout');
      navigate('/error', { replace: true, state: { isLinkMailed } });
    },

    /** Clears all data when the person leaves, because Back may show the page again (D28). `reload` keeps the data. */
    leave: () => isReloading || forget(),

    /** Records that a call of this session has succeeded, which shows that the browser returns the session's cookie. */
    confirm: (session: LiveSession | null): void => {
      if (session === unconfirmed?.session) unconfirmed = null;
    },

    /**
     * If no call of this session has succeeded, and the session is too new to have timed out, the browser blocks cookies. Then
     * forgets all data, shows the alert about cookies, and returns true.
     */
    alertsAboutCookies: (): boolean => {
      if (!unconfirmed || unconfirmed.session !== getState().session) return false;
      if (unconfirmed.since() > unconfirmed.session.timeoutAfterMillis) return false;
      const { path, search } = lastStart;
      forget();
      dispatch({ type: 'cookiesBlocked', tryAgain: () => void enter(path, search) });
      return true;
    },

    /** Returns whether the page may ask before the person leaves it: false while `reload` reloads the page. */
    asksBeforeLeaving: () => !isReloading,

    /** Tells the server that the person is active (D23). Resolves to false if the server might not have received the call. */
    heartbeat: async (): Promise<boolean> => {
      const { session } = getState();
      const response = await send({ method: 'POST', path: '/apply/heartbeat' });
      if (response.ok) return true;
      const isStillOn = getState().session === session && getState().finished === null;
      if (response.status === 401 && isStillOn) report('domain', response);
      return !isPassing(response);
    },
  };
}
