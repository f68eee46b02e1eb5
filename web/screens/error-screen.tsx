import { useLocation } from 'wouter';
import { fill } from '../../copy/sentences.ts';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { useBoot } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
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
    <div className="page-body">
      <main className="page-main">
        <PageHeading>{title}</PageHeading>
        {sessionInvalid ? (
          <p>{fill(copy.errors.unauthorized, { hostname: location.host })}</p>
        ) : (
          <p>{copy.errors.page.advice}</p>
        )}
        {!sessionInvalid && boot.program.merchantHelp && <p>{boot.program.merchantHelp}</p>}
        <p>{words.errors.answersGone}</p>
        <button type="button" className="button" onClick={() => navigate('/start')}>
          {words.startAgain}
        </button>
      </main>
    </div>
  );
}
