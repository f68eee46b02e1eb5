import { useLocation } from 'wouter';
import { fill } from '../../../copy/sentences.ts';
import { hostName } from '../../browser/host-name.ts';
import { PageHeading } from '../../components/frame/page-heading.tsx';
import { ActionBar, SinglePage } from '../../components/frame/single-page.tsx';
import { PhonePanel } from '../../components/phone-panel.tsx';
import { resumeCopy } from '../../copy/resume-copy.ts';
import { useCopy } from '../../copy/use-copy.ts';
import { customScreens } from '../../lazy/parts.ts';
import { useBoot } from '../../state/use-page.ts';
import { useFocusOnHeading, useTitle } from '../use-new-screen.ts';
import { AfterEnd } from './after-end.tsx';

/** Why there is an error page: the session has ended (D23), or nobody knows what became of a submit (D44). */
type Because = 'session' | 'unclear';

/** The page error, or the notice that the session has ended; `history.state` says which (D23). Shows no error codes. */
export function ErrorScreen() {
  const copy = useCopy();
  const { errors: words, startAgain } = resumeCopy;
  const boot = useBoot();
  const [path, navigate] = useLocation();
  const { because } = (history.state ?? {}) as { readonly because?: Because };
  const title =
    because === 'unclear'
      ? words.unclearTitle
      : because === 'session'
        ? words.sessionTitle
        : copy.errors.page.title;
  useTitle(title);
  const Picture = customScreens.loaded()?.picture;
  useFocusOnHeading(path);
  return (
    <SinglePage>
      {Picture && <Picture name={because ? 'shed' : 'kinkedHose'} />}
      <PageHeading>{title}</PageHeading>
      {!because && <p>{words.notYou}</p>}
      {because === 'unclear' && <p>{words.unclear}</p>}
      {because === 'session' && (
        <p className="catalogue">{fill(copy, copy.errors.unauthorized, { hostname: hostName() })}</p>
      )}
      {!because && <p>{[copy.errors.page.advice, boot.program.merchantHelp].filter(Boolean).join(' ')}</p>}
      {because !== 'unclear' && <AfterEnd />}
      <PhonePanel />
      <ActionBar label={startAgain} onPress={() => navigate('/start')} />
    </SinglePage>
  );
}
