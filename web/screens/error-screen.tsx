import { useLocation } from 'wouter';
import { fill, pageError, unauthorized } from '../../form/catalogue.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { useSession } from '../session/use-session.ts';
import { useFocusOnHeading, useTitle } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';

/** The page error, or the end of the session, told apart by how one came here (D23). No codes. */
export function ErrorScreen() {
  const { boot } = useSession();
  const [path, navigate] = useLocation();
  const { sessionInvalid } = (history.state ?? {}) as { readonly sessionInvalid?: boolean };
  const title = sessionInvalid ? screenWords.errors.sessionTitle : pageError.title;
  useTitle(title);
  useFocusOnHeading(path);
  return (
    <div className="page-body">
      <main className="page-main">
        <PageHeading>{title}</PageHeading>
        {sessionInvalid ? (
          <p>{fill(unauthorized, { hostname: location.host })}</p>
        ) : (
          <p>{pageError.advice}</p>
        )}
        {!sessionInvalid && boot.program.merchantHelp && <p>{boot.program.merchantHelp}</p>}
        <p>{screenWords.errors.answersGone}</p>
        <button type="button" className="button" onClick={() => navigate('/start')}>
          {screenWords.startAgain}
        </button>
      </main>
    </div>
  );
}
