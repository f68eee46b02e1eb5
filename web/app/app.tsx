/** The page after the prerendered first screen, loaded while the person reads that screen. */
import '../theme/page.css';
import { useEffect, useMemo } from 'react';
import { numberEntries } from '../browser/history-entries.ts';
import { HelpPhone, HelpProvider } from '../components/dialogs/help-panel.tsx';
import { CopyContext, FirstCopyContext } from '../copy/copy-context.ts';
import { pageCopy } from '../copy/page-copy.ts';
import { Router } from '../jsx/router.ts';
import { BrokenScreenGuard } from '../screens/broken-screen.tsx';
import { Inactivity } from '../screens/inactivity/inactivity.tsx';
import { PageShell, TermsLink } from '../screens/page-shell.tsx';
import { customScreens } from '../screens/parts.ts';
import { FinishLaterOffer } from '../screens/resume/finish-later-offer.tsx';
import type { Page } from '../state/page.ts';
import { PageContext } from '../state/page-context.ts';
import { persistsSession } from '../state/persistence.ts';
import { useLifetime, usePageState } from '../state/use-page.ts';
import { PageAlert } from './page-alert.tsx';
import { Routes } from './routes.tsx';

export function App({ page }: { readonly page: Page }) {
  const copy = useMemo(() => pageCopy(page.boot), [page]);
  return (
    <PageContext value={page}>
      <CopyContext value={copy}>
        <FirstCopyContext value={copy.first}>
          <HelpProvider
            below={(close) => (
              <>
                <HelpPhone phone={page.boot.program.phone} />
                <FinishLaterOffer onPress={close} />
                <p className="help-terms">
                  <TermsLink url={page.boot.program.termsUrl} />
                </p>
              </>
            )}
          >
            <PageShell boot={page.boot}>
              <OverScreens />
              <Router aroundNav={numberEntries}>
                <BrokenScreenGuard instead={<Broken />}>
                  <Routes />
                </BrokenScreenGuard>
              </Router>
            </PageShell>
            <PageAlert />
            <Inactivity />
            <Leaving />
          </HelpProvider>
        </FirstCopyContext>
      </CopyContext>
    </PageContext>
  );
}

/** Renders the content that can appear over any screen, once `customScreens` is loaded. No button opens it before that. */
function OverScreens() {
  const { session } = usePageState();
  const Drawn = customScreens.loaded()?.OverScreens;
  return session && Drawn && <Drawn />;
}

/** Replaces a broken screen. Ends the session (spec section 8), or says that the application was submitted. */
function Broken() {
  const { endWithError } = useLifetime();
  const { submitted } = usePageState();
  useEffect(() => {
    if (!submitted) endWithError();
  }, [submitted, endWithError]);
  const Sent = customScreens.loaded()?.SentAfterError;
  return submitted && Sent && <Sent />;
}

/**
 * Asks for confirmation before the person leaves the page during an application (design brief, section 2.3). When the person
 * leaves, clears the answers, unless the page was built to continue the session after a reload (`persistsSession`; D28, D49).
 */
function Leaving() {
  const { asksBeforeLeaving, leave } = useLifetime();
  const { applicationId, saving } = usePageState();
  const atRisk = applicationId !== null || saving !== 'idle';
  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => asksBeforeLeaving() && event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [atRisk, asksBeforeLeaving]);
  useEffect(() => {
    if (persistsSession) return;
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, [leave]);
  return null;
}
