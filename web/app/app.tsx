/** The page behind the first screen; loaded while the person reads that one. */
import '../theme/page.css';
import { useEffect, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { sectionDoneText } from '../../copy/sentences.ts';
import { sectionOf } from '../../form/flow/flow.ts';
import { numberEntries } from '../browser/history-entries.ts';
import { HelpProvider } from '../components/dialogs/help-panel.tsx';
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

/** The whole page: header, the screen for the address, footer, and the dialogs that can appear on any screen. */
export function App({ page }: { readonly page: Page }) {
  const copy = useMemo(() => pageCopy(page.boot), [page]);
  return (
    <PageContext value={page}>
      <CopyContext value={copy}>
        <FirstCopyContext value={copy.first}>
          <HelpProvider below={(close) => <FinishLaterOffer onPress={close} />}>
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
            <LeaveWarning />
            <Leaving />
          </HelpProvider>
        </FirstCopyContext>
      </CopyContext>
    </PageContext>
  );
}

/**
 * Announces on the next screen which section was just completed (design brief, section 5). The region is rendered
 * before its text, because screen readers announce changes only in a region that already exists.
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

/** What can appear over any screen. Nothing that it shows was begun before what draws it is there. */
function OverScreens() {
  const { session } = usePageState();
  const Drawn = customScreens.loaded()?.overScreens;
  return session && Drawn && <Drawn />;
}

/**
 * Makes the browser ask before the page is left, but only while there is something to lose (design brief, section 2.3).
 */
function LeaveWarning() {
  const { asksBeforeLeaving } = useLifetime();
  const { applicationId, saving } = usePageState();
  const atRisk = applicationId !== null || saving !== 'idle';
  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => asksBeforeLeaving() && event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [atRisk, asksBeforeLeaving]);
  return null;
}

/**
 * In place of a screen that threw: ends the session and goes to the page error (spec section 8). Once the application was
 * sent, nobody is told that something failed: in as few words as possible, that it was sent, and its number.
 */
function Broken() {
  const { page: words } = useCopy();
  const { breakOff } = useLifetime();
  const { submitted } = usePageState();
  useEffect(() => {
    if (!submitted) breakOff();
  }, [submitted, breakOff]);
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
 * Erases the draft when the page is left, on the server too (D28): nobody can return to it (D49). If the browser keeps
 * the page for its Back button, it holds no answers any more. With persistence a reload continues the session, so
 * nothing is erased.
 */
function Leaving() {
  const { leave } = useLifetime();
  useEffect(() => {
    if (persistsSession) return;
    addEventListener('pagehide', leave);
    return () => removeEventListener('pagehide', leave);
  }, [leave]);
  return null;
}
