import { useLocation } from 'wouter';
import { finishTypes } from '../../form/flow/finish.ts';
import { Redirect } from '../jsx/router.ts';
import { LazyScreen } from '../lazy/lazy-screen.tsx';
import { customScreens, resumeParts } from '../lazy/parts.ts';
import { usePageState } from '../state/use-page.ts';

/**
 * Says how the application ended and what happens next (spec section 4, D26). Works without a session (spec section 2). Redirects
 * to the start if an application is still in progress, or if it ended in a different way than the address says.
 */
export function FinishScreen() {
  const { session, finished, submitted } = usePageState();
  const [path] = useLocation();
  const named = path.split('/')[3];
  const type = finishTypes.find((known) => known === named) ?? finished;
  if (type === 'cancel' || type === 'timeout')
    return <LazyScreen part={resumeParts} draw={({ endedScreen: Ended }) => <Ended type={type} />} />;
  const isKnown = type === finished && submitted !== null;
  const isOlder = finished === null && session === null;
  if (type !== null && (isKnown || isOlder))
    return (
      <LazyScreen part={customScreens} draw={({ sentScreen: Sent }) => <Sent key={path} type={type} />} />
    );
  return <Redirect to="/start" replace />;
}
