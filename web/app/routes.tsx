import { useLocation, useSearch } from 'wouter';
import { finishTypes } from '../../form/flow/finish.ts';
import { stepAt } from '../../form/flow/steps.ts';
import { isEditPath } from '../../form/review/edit-path.ts';
import { Redirect } from '../jsx/router.ts';
import { LazyScreen } from '../lazy/lazy-screen.tsx';
import { customScreens, resumeParts } from '../screens/parts.ts';
import { StepScreen } from '../screens/step-screen.tsx';
import { usePageState } from '../state/use-page.ts';
import { isEntry } from './entry.ts';

/** Renders the screen for the URL, or redirects to a screen that the person may visit (spec section 2). */
export function Routes() {
  const [path] = useLocation();
  const search = useSearch();
  const { session, finished } = usePageState();
  const step = stepAt(path, search);
  if (path === '/error') return <LazyScreen part={resumeParts} draw={(screens) => <screens.ErrorScreen />} />;
  if (path === '/resume')
    return <LazyScreen part={resumeParts} draw={(screens) => <screens.ResumeScreen />} />;
  if (path === '/apply/finish' || path.startsWith('/apply/finish/')) return <FinishScreen />;
  if (isEntry(path)) return <LazyScreen part={customScreens} draw={(screens) => <screens.StartScreen />} />;
  // The Back button must not return to an application that has ended, or leave the page that shows the reference number.
  if (finished) return <Redirect to={`/apply/finish/${finished}`} replace />;
  if (step?.screen === 'start')
    return <LazyScreen part={customScreens} draw={(screens) => <screens.IntroStep step={step} />} />;
  if (session && isEditPath(path))
    return (
      <LazyScreen
        part={customScreens}
        draw={(screens) => <screens.EditScreen path={path} search={search} />}
      />
    );
  if (!session || !step) return <Redirect to="/start" replace />;
  return <StepScreen step={step} />;
}

/** Says how the application ended (spec section 4, D26). Redirects to the start if the URL contradicts the page's state. */
function FinishScreen() {
  const { session, finished, submitted } = usePageState();
  const [path] = useLocation();
  const named = path.split('/')[3];
  const type = finishTypes.find((known) => known === named) ?? finished;
  if (type === 'cancel' || type === 'timeout')
    return <LazyScreen part={resumeParts} draw={(screens) => <screens.EndedScreen type={type} />} />;
  const isKnown = type === finished && submitted !== null;
  const isOlder = finished === null && session === null;
  if (type !== null && (isKnown || isOlder))
    return (
      <LazyScreen part={customScreens} draw={(screens) => <screens.SentScreen key={path} type={type} />} />
    );
  return <Redirect to="/start" replace />;
}
