import { useLocation } from 'wouter';
import { fill } from '../../copy/sentences.ts';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { ActionBar, SinglePage } from '../components/frame/single-page.tsx';
import { PhonePanel } from '../components/phone-panel.tsx';
import { useBoot } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
import { Picture } from './picture.tsx';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/** The page error, or the notice that the session has ended; `history.state` says which (D23). Shows no error codes. */
export function ErrorScreen() {
  const copy = useCopy();
  const { page: words } = copy;
  const boot = useBoot();
  const [path, navigate] = useLocation();
  const { sessionInvalid } = (history.state ?? {}) as { readonly sessionInvalid?: boolean };
  const title = sessionInvalid ? words.errors.sessionTitle : copy.errors.page.title;
  useTitle(title);
  useFocusOnHeading(path);
  return (
    <SinglePage>
      <Picture name={sessionInvalid ? 'shed' : 'kinkedHose'} />
      <PageHeading>{title}</PageHeading>
      {!sessionInvalid && <p>{words.errors.notYou}</p>}
      <p>{words.errors.answersGone}</p>
      {sessionInvalid ? (
        <p className="catalogue">{fill(copy.errors.unauthorized, { hostname: location.host })}</p>
      ) : (
        <p>
          {copy.errors.page.advice} {boot.program.merchantHelp}
        </p>
      )}
      <PhonePanel />
      <ActionBar label={words.startAgain} onPress={() => navigate('/start')} />
    </SinglePage>
  );
}
