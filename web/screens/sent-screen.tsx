import type { ReactNode } from 'react';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { SinglePage } from '../components/frame/single-page.tsx';
import { Notice } from '../components/notice.tsx';
import { useBoot, usePageState } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/** The ends of an application that was sent (D26). */
export type SentType = 'completed' | 'pending';

/** An application that was sent: with its reference number just after that, else what is true of all that ended so. */
export function SentScreen({ type }: { readonly type: SentType }) {
  const { submitted } = usePageState();
  return submitted ? <Sent type={type} /> : <SentLater type={type} />;
}

const tones = { completed: 'success', pending: 'warning' } as const;

/** What all endings share: title, notice, and what is special to one below them. */
function Ending({
  type,
  title,
  text,
  children,
}: {
  readonly type: SentType;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  useTitle(title);
  useFocusOnHeading(type);
  return (
    <SinglePage>
      <PageHeading>{title}</PageHeading>
      <Notice tone={tones[type]}>
        <p>{text}</p>
      </Notice>
      {children}
    </SinglePage>
  );
}

/** Submitted just now: the reference number is known. */
function Sent({ type }: { readonly type: SentType }) {
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
function SentLater({ type }: { readonly type: SentType }) {
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
