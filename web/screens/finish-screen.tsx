import { Redirect, useLocation } from 'wouter';
import { finishTypes } from '../../form/finish.ts';
import { Notice } from '../components/notice.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { usePageState, useSession } from '../session/use-session.ts';
import { useFocusOnHeading, useTitle } from './screen-frame.tsx';
import { screenWords } from './screen-words.ts';

/** How it ended (spec section 4, D26): what was reached, what happens next, nothing that is secret. */
export function FinishScreen() {
  const { boot } = useSession();
  const { finished, submitted } = usePageState();
  const [path, navigate] = useLocation();
  const named = path.split('/')[3];
  const type = finishTypes.find((known) => known === named) ?? finished;
  const known = type === 'cancel' || type === 'timeout' || type === finished;
  useTitle(type === null ? undefined : screenWords.finish[type].title);
  useFocusOnHeading(path);

  if (!type || !known) return <Redirect to="/start" replace />;
  const text = screenWords.finish[type];
  const { providerName: provider, merchantName, merchantHelp } = boot.program;
  const isSubmitted = type === 'completed' || type === 'pending';
  return (
    <div className="page-body">
      <main className="page-main">
        <PageHeading>{text.title}</PageHeading>
        <Notice tone={type === 'completed' ? 'success' : type === 'pending' ? 'warning' : 'info'}>
          <p>{typeof text.text === 'string' ? text.text : text.text(provider)}</p>
        </Notice>
        {isSubmitted && submitted && (
          <>
            <dl className="reference">
              <dt>{screenWords.finish.reference}</dt>
              <dd>{submitted.referenceNumber}</dd>
            </dl>
            <h2>{screenWords.finish.next}</h2>
            {type === 'pending' && <p>{screenWords.finish.pending.next(merchantName, merchantHelp)}</p>}
            <p>{screenWords.finish.mail(submitted.maskedEmail, provider)}</p>
            <p>{screenWords.finish.nextText}</p>
            <button type="button" className="button button--secondary" onClick={() => print()}>
              {screenWords.finish.print}
            </button>
          </>
        )}
        {!isSubmitted && (
          <button type="button" className="button" onClick={() => navigate('/start')}>
            {screenWords.startAgain}
          </button>
        )}
      </main>
    </div>
  );
}
