import { Redirect, useLocation } from 'wouter';
import { finishTypes } from '../../form/flow/finish.ts';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { ActionBar, SinglePage } from '../components/frame/single-page.tsx';
import { usePageState } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
import { AfterLoading } from './own-screen-loading.tsx';
import { Picture } from './picture.tsx';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/**
 * How the application ended and what happens next (spec section 4, D26). The address works without a session (spec
 * section 2); it then says only what holds for every application that ended this way. It redirects to the start while
 * an application is open, or if the application ended in another way.
 */
export function FinishScreen() {
  const { session, finished, submitted } = usePageState();
  const [path] = useLocation();
  const named = path.split('/')[3];
  const type = finishTypes.find((known) => known === named) ?? finished;
  if (type === 'cancel' || type === 'timeout') return <Ended type={type} />;
  const isKnown = type === finished && submitted !== null;
  const isOlder = finished === null && session === null;
  if (type !== null && (isKnown || isOlder))
    return <AfterLoading draw={({ sentScreen: Sent }) => <Sent key={path} type={type} />} />;
  return <Redirect to="/start" replace />;
}

/** Canceled or timed out: the answers have been erased. */
function Ended({ type }: { readonly type: 'cancel' | 'timeout' }) {
  const { page: words } = useCopy();
  const [, navigate] = useLocation();
  const { title, text } = words.finish[type];
  useTitle(title);
  useFocusOnHeading(type);
  return (
    <SinglePage>
      <Picture name={type === 'timeout' ? 'shed' : 'gate'} />
      <PageHeading>{title}</PageHeading>
      <p>{text}</p>
      <ActionBar label={words.startAgain} onPress={() => navigate('/start')} />
    </SinglePage>
  );
}
