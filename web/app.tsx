/** Everything behind the first screen; loaded while that is being read. */
import './theme/page.css';
import { useEffect } from 'react';
import { Router, useLocation, useSearch } from 'wouter';
import type { Boot } from '../api/boot.ts';
import { urlOf } from '../form/places.ts';
import { nextPlace } from '../form/walk.ts';
import { HelpProvider } from './components/help-panel.tsx';
import { Icon } from './components/icon.tsx';
import { ModalAlert } from './components/modal-alert.tsx';
import { Routes } from './routes.tsx';
import { BrokenScreenGuard } from './screens/broken-screen.tsx';
import { PageShell } from './screens/page-shell.tsx';
import { enter } from './session/enter.ts';
import { navigate, numberEntries } from './session/history-entries.ts';
import { Inactivity } from './session/inactivity.tsx';
import type { PageSession } from './session/page-session.ts';
import { persistsSession } from './session/persistence.ts';
import { createPageSession } from './session/session.ts';
import { SessionContext, usePageState, useSession } from './session/use-session.ts';

/** The application as the first screen hands over to it. */
export interface OpenedApplication {
  readonly App: typeof App;
  readonly session: PageSession;
  /** Whether a session stands behind the intro: starts one, and another where the last was idle for too long. */
  readonly enter: () => Promise<boolean>;
  /** Leads to the screen after the intro. */
  readonly leaveIntro: () => void;
}

/** Starts the session of the entry route that the address is. */
export function openApplication(boot: Boot): OpenedApplication {
  const session = createPageSession(boot, navigate);
  const { pathname, search } = location;
  let entered = { at: Date.now(), result: enter(session, pathname, search) };
  return {
    App,
    session,
    enter: () => {
      const now = Date.now();
      if (now - entered.at > boot.sessionTimeoutMillis)
        entered = { at: now, result: enter(session, pathname, search) };
      return entered.result;
    },
    leaveIntro: () => navigate(urlOf(nextPlace({ screen: 'start', part: 1 }, session.situation()))),
  };
}

/** Takes up a session that outlived a reload; without one the guard leads to /start (D18, D49). */
export async function resumeApplication(boot: Boot): Promise<PageSession> {
  const session = createPageSession(boot, navigate);
  await session.resume();
  return session;
}

/** The whole page: brand bar, the screen of the address, footer, and the dialogs that may stand over any screen. */
export function App({ session }: { readonly session: PageSession }) {
  return (
    <SessionContext value={session}>
      <HelpProvider>
        <PageShell boot={session.boot}>
          <SectionDone />
          <Router aroundNav={numberEntries}>
            <BrokenScreenGuard>
              <Routes />
            </BrokenScreenGuard>
          </Router>
        </PageShell>
        <AlertOfSession />
        <Inactivity />
        <LeaveWarning />
        <NoFileOpens />
        <Leaving />
      </HelpProvider>
    </SessionContext>
  );
}

/** Says on one screen which section was just completed (design brief, section 5). The region is there before its text. */
function SectionDone() {
  const { store } = useSession();
  const { sectionDone } = usePageState();
  const [path] = useLocation();
  const search = useSearch();
  const isHere = sectionDone?.url === (search ? `${path}?${search}` : path);
  const isOver = sectionDone !== null && !isHere;
  useEffect(() => {
    if (isOver) store.set((state) => ({ ...state, sectionDone: null }));
  }, [isOver, store]);
  return (
    <div className="section-done" role="status">
      {isHere && (
        <p>
          <Icon name="check" /> {sectionDone.text}
        </p>
      )}
    </div>
  );
}

/** The alert of a call that failed (spec section 8). */
function AlertOfSession() {
  const { store } = useSession();
  const { alert } = usePageState();
  if (!alert) return null;
  const close = (then?: () => void) => () => {
    store.set((state) => ({ ...state, alert: null }));
    then?.();
  };
  return (
    <ModalAlert
      title={alert.title}
      text={alert.text}
      detail={alert.detail}
      closeLabel={alert.closeLabel}
      onClose={close(alert.close)}
      onRetry={alert.tryAgain && close(alert.tryAgain)}
    />
  );
}

/** Has the browser ask before the page is left, but only while there is something to lose (design brief, "Leaving"). */
function LeaveWarning() {
  const { applicationId, saving } = usePageState();
  const atRisk = applicationId !== null || saving !== 'idle';
  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [atRisk]);
  return null;
}

/** Keeps the browser from opening a file that is dropped beside its place: the form and its answers would be gone. */
function NoFileOpens() {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    addEventListener('dragover', refuse);
    addEventListener('drop', refuse);
    return () => {
      removeEventListener('dragover', refuse);
      removeEventListener('drop', refuse);
    };
  }, []);
  return null;
}

/**
 * What is left does not come back (D49), so its draft goes with it, on the server too (D28). A page that the browser
 * kept in case one comes back to it has forgotten everything by then. A page that goes on after a reload stays.
 */
function Leaving() {
  const session = useSession();
  useEffect(() => {
    if (persistsSession) return;
    addEventListener('pagehide', session.leave);
    return () => removeEventListener('pagehide', session.leave);
  }, [session]);
  return null;
}
