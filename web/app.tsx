import { useEffect, useMemo, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Boot } from '../api/boot.ts';
import { DemoStrip } from './components/demo-strip.tsx';
import { HelpProvider, useHelpDesk } from './components/help-panel.tsx';
import { ModalAlert } from './components/modal-alert.tsx';
import { PageFooter } from './components/page-footer.tsx';
import { PageHeader } from './components/page-header.tsx';
import { Routes } from './routes.tsx';
import { screenWords } from './screens/screen-words.ts';
import { Inactivity } from './session/inactivity.tsx';
import type { Navigate } from './session/session.ts';
import { createPageSession } from './session/session.ts';
import { SessionContext, usePageState, useSession } from './session/use-session.ts';
import { words } from './words.ts';

/** The whole page: brand bar, the screen of the address, footer, and the dialogs that may stand over any screen. */
export function App({ boot }: { readonly boot: Boot }) {
  const [, navigate] = useLocation();
  const latest = useRef<Navigate>(navigate);
  useEffect(() => {
    latest.current = navigate;
  }, [navigate]);
  const session = useMemo(() => createPageSession(boot, () => latest.current), [boot]);
  return (
    <SessionContext value={session}>
      <HelpProvider>
        <PageShell boot={boot}>
          <Routes />
        </PageShell>
        <AlertOfSession />
        <Inactivity />
        <LeaveWarning />
      </HelpProvider>
    </SessionContext>
  );
}

/** What stands around every screen; the prerendered first screen stands in the same. */
export function PageShell({ boot, children }: { readonly boot: Boot; readonly children: React.ReactNode }) {
  const { show } = useHelpDesk();
  const { name, demo, termsUrl } = boot.program;
  return (
    <div className="page">
      {demo && <DemoStrip />}
      <PageHeader
        programName={name}
        onHelp={() => show({ label: words.help, text: screenWords.help(boot.program.merchantHelp) })}
      />
      {children}
      <PageFooter termsUrl={termsUrl} />
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
      onClose={close(alert.close)}
      onRetry={alert.tryAgain && close(alert.tryAgain)}
    />
  );
}

/** Has the browser ask before the page is left, but only while there is something to lose (design brief, "Leaving"). */
function LeaveWarning() {
  const { applicationId, submitted } = usePageState();
  const atRisk = applicationId !== null && submitted === null;
  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [atRisk]);
  return null;
}
