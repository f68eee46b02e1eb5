import type { ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { FinishType } from '../../form/flow/finish.ts';
import { finishTypes } from '../../form/flow/finish.ts';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { Notice } from '../components/notice.tsx';
import { useBoot, usePageState } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

const tones = { completed: 'success', pending: 'warning', cancel: 'info', timeout: 'info' } as const;

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
  useFocusOnHeading(path);

  if (type === 'cancel' || type === 'timeout') return <Ended type={type} />;
  if (type !== null && type === finished && submitted) return <Sent type={type} />;
  if (type !== null && finished === null && session === null) return <SentLater type={type} />;
  return <Redirect to="/start" replace />;
}

/** What all endings share: title, notice, and what is special to one below them. */
function Ending({
  type,
  title,
  text,
  children,
}: {
  readonly type: FinishType;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  useTitle(title);
  return (
    <div className="page-body">
      <main className="page-main">
        <PageHeading>{title}</PageHeading>
        <Notice tone={tones[type]}>
          <p>{text}</p>
        </Notice>
        {children}
      </main>
    </div>
  );
}

/** Cancelled or timed out: the answers have been erased. */
function Ended({ type }: { readonly type: 'cancel' | 'timeout' }) {
  const { page: words } = useCopy();
  const [, navigate] = useLocation();
  const { title, text } = words.finish[type];
  return (
    <Ending type={type} title={title} text={text}>
      <button type="button" className="button" onClick={() => navigate('/start')}>
        {words.startAgain}
      </button>
    </Ending>
  );
}

/** Submitted just now: the reference number is known. */
function Sent({ type }: { readonly type: 'completed' | 'pending' }) {
  const { page: words } = useCopy();
  const { providerName: provider } = useBoot().program;
  const { submitted } = usePageState();
  const { completed, pending } = words.finish;
  const title = type === 'pending' ? pending.title(provider) : completed.title;
  return (
    <Ending type={type} title={title} text={words.finish[type].text(provider)}>
      <dl className="reference">
        <dt>{words.finish.reference}</dt>
        <dd>{submitted?.referenceNumber}</dd>
      </dl>
      <h2>{words.finish.next}</h2>
      {type === 'pending' && <WhereToTakeDocument />}
      <p>{words.finish.mail(submitted?.maskedEmail ?? '', provider)}</p>
      <p>{words.finish.nextText}</p>
      <button type="button" className="button button--secondary" onClick={() => print()}>
        {words.finish.print}
      </button>
    </Ending>
  );
}

/** Submitted some time ago: the page has no data of the application any more. */
function SentLater({ type }: { readonly type: 'completed' | 'pending' }) {
  const { page: words } = useCopy();
  const { providerName: provider } = useBoot().program;
  const { sent, mail, looked, contact } = words.finish.later;
  const isPending = type === 'pending';
  return (
    <Ending
      type={type}
      title={isPending ? words.finish.pending.title(provider) : sent}
      text={isPending ? `${sent}. ${mail}` : mail}
    >
      <h2>{words.finish.next}</h2>
      {isPending ? <WhereToTakeDocument /> : <p>{looked(provider)}</p>}
      <p>{contact(provider)}</p>
    </Ending>
  );
}

function WhereToTakeDocument() {
  const { page: words } = useCopy();
  const { merchantName, merchantHelp } = useBoot().program;
  return <p>{words.finish.pending.next(merchantName, merchantHelp)}</p>;
}
