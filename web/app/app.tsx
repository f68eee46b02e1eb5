/** The page after the prerendered first screen, loaded while the person reads that screen. */
import '../theme/page.css';
import { useEffect, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { sectionDoneText } from '../../copy/sentences.ts';
import { sectionOf } from '../../form/flow/flow.ts';
import { numberEntries } from '../browser/history-entries.ts';
import { HelpPhone, HelpProvider } from '../components/dialogs/help-panel.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { SinglePage } from '../components/frame/single-page.tsx';
import { Icon } from '../components/icon.tsx';
import { CopyContext, FirstCopyContext } from '../copy/copy-context.ts';
import { pageCopy } from '../copy/page-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { Router } from '../jsx/router.ts';
import { customScreens } from '../lazy/parts.ts';
import { BrokenScreenGuard } from '../screens/broken-screen.tsx';
import { Inactivity } from '../screens/inactivity/inactivity.tsx';
import { PageShell } from '../screens/page-shell.tsx';
import { FinishLaterOffer } from '../screens/resume/finish-later-offer.tsx';
import type { Page } from '../state/page.ts';
import { PageContext } from '../state/page-context.ts';
import { persistsSession } from '../state/persistence.ts';
import { useLifetime, usePageState, usePageStore } from '../state/use-page.ts';
import { PageAlert } from './page-alert.tsx';
import { Routes } from './routes.tsx';

/** Renders the whole page: the header, the screen for the address, the footer, and dialogs. */
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
              </>
            )}
          >
            <PageShell boot={page.boot}>
              <SectionDone />
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

/**
 * Announces a completed section (design brief, section 5). Its region is always in the document, because screen readers may not
 * read a region that is added together with its text.
 */
function SectionDone() {
  const copy = useCopy();
  const { dispatch } = usePageStore();
  const { sectionDone } = usePageState();
  const [path] = useLocation();
  const search = useSearch();
  const isHere = sectionDone?.url === (search ? `${path}?${search}` : path);
  const isOver = sectionDone !== null && !isHere;
  useEffect(() => {
    if (isOver) dispatch({ type: 'sectionDoneLeft' });
  }, [isOver, dispatch]);
  return (
    <div className="section-done" role="status">
      {isHere && (
        <p>
          <Icon name="check" />
          <span>{sectionDoneText(copy, sectionDone.section, sectionOf(sectionDone.next))}</span>
          <FinishLaterOffer />
        </p>
      )}
    </div>
  );
}

/**
 * Renders dialogs and other content over any screen. It needs no loading sign, because no button can open them before this part
 * of the page is loaded.
 */
function OverScreens() {
  const { session } = usePageState();
  const Drawn = customScreens.loaded()?.overScreens;
  return session && Drawn && <Drawn />;
}

/**
 * Shown instead of a screen that threw an error. Ends the session (spec section 8) or, after a submit, shows only that the
 * application was sent.
 */
function Broken() {
  const { page: words } = useCopy();
  const { endWithError } = useLifetime();
  const { submitted } = usePageState();
  useEffect(() => {
    if (!submitted) endWithError();
  }, [submitted, endWithError]);
  if (!submitted) return null;
  return (
    <SinglePage>
      <PageHeading>{words.sent}</PageHeading>
      <p>
        <span>{`${words.reference}: `}</span>
        <b translate="no">{submitted.referenceNumber}</b>
      </p>
    </SinglePage>
  );
}

/**
 * Makes the browser ask for confirmation before the person leaves a page with an application or unsaved answers (design brief,
 * section 2.3). When the person leaves, forgets all answers, in case the browser keeps the page in memory for its Back button
 * (D28, D49).
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
