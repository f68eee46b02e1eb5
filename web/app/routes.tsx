import { useLocation, useSearch } from 'wouter';
import { stepAt } from '../../form/flow/steps.ts';
import { isEditPath } from '../../form/review/edit-path.ts';
import { Redirect } from '../jsx/router.ts';
import { LazyScreen } from '../lazy/lazy-screen.tsx';
import { customScreens, resumeParts } from '../lazy/parts.ts';
import { FinishScreen } from '../screens/finish-screen.tsx';
import { StepScreen } from '../screens/step-screen.tsx';
import { usePageState } from '../state/use-page.ts';
import { isEntry } from './entry.ts';

/**
 * Renders the screen for the address. Without a session, every address except start, finish, error and resume redirects to
 * /start. With a session, no one can skip ahead of the first unfinished step (spec section 2).
 */
export function Routes() {
  const [path] = useLocation();
  const search = useSearch();
  const { session, finished } = usePageState();
  const step = stepAt(path, search);
  if (path === '/error')
    return <LazyScreen part={resumeParts} draw={({ errorScreen: ErrorScreen }) => <ErrorScreen />} />;
  if (path === '/resume')
    return <LazyScreen part={resumeParts} draw={({ resumeScreen: ResumeScreen }) => <ResumeScreen />} />;
  if (path === '/apply/finish' || path.startsWith('/apply/finish/')) return <FinishScreen />;
  if (isEntry(path))
    return <LazyScreen part={customScreens} draw={({ startScreen: StartScreen }) => <StartScreen />} />;
  // The Back button must not return to an application that has ended, or leave the page that shows the reference number.
  if (finished) return <Redirect to={`/apply/finish/${finished}`} replace />;
  if (step?.screen === 'start')
    return <LazyScreen part={customScreens} draw={({ introStep: IntroStep }) => <IntroStep step={step} />} />;
  if (session && isEditPath(path))
    return (
      <LazyScreen
        part={customScreens}
        draw={({ editScreen: EditScreen }) => <EditScreen path={path} search={search} />}
      />
    );
  if (!session || !step) return <Redirect to="/start" replace />;
  return <StepScreen step={step} />;
}
