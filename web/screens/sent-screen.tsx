import { Card } from '../components/card/card.tsx';
import { Field } from '../components/card/field.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { PhonePanel } from '../components/phone-panel.tsx';
import { ReferenceBox } from '../components/reference-box.tsx';
import { Sentence } from '../components/sentence.tsx';
import { sentCopy as words } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { Elements } from '../jsx/types.ts';
import { useBoot, usePageState } from '../state/use-page.ts';
import { dayAfter, dayText } from './days-after.ts';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/** The ends of an application that was sent (D26). */
type SentType = 'completed' | 'pending';

/** The end after a submit: with the reference number just after it, else what is true of any application. */
export function SentScreen({ type }: { readonly type: SentType }) {
  const { submitted } = usePageState();
  return submitted ? <Sent type={type} {...submitted} /> : <SentLater type={type} />;
}

/**
 * What both have in common: the program's field with its card, on it the name of a company that applied just now (D64)
 * and a mark for how that ended, the title, and what is special to one below them.
 */
function Ending({
  type,
  title,
  text,
  children,
}: {
  readonly type: SentType;
  readonly title: string;
  readonly text: string;
  readonly children: Elements;
}) {
  const { program } = useBoot();
  const { submitted } = usePageState();
  useTitle(title);
  useFocusOnHeading(type);
  return (
    <main className="cover sent">
      <Field>
        <div className="sent-card">
          <Card program={program} holder={submitted?.businessName ?? ''} />
          {submitted && (
            <span className="sent-mark" data-type={type}>
              {type === 'completed' ? <Icon name="check" /> : <ExtraIcon name="file" />}
            </span>
          )}
        </div>
      </Field>
      <div className="cover-text">
        <PageHeading>{title}</PageHeading>
        {type === 'pending' ? (
          <Notice tone="warning">
            <p>{text}</p>
          </Notice>
        ) : (
          <p className="lead">{text}</p>
        )}
        {children}
      </div>
    </main>
  );
}

/** Submitted just now: the reference number is known. */
function Sent({
  type,
  referenceNumber,
  submittedDateTime,
  maskedEmail,
}: {
  readonly type: SentType;
  readonly referenceNumber: string | null;
  readonly submittedDateTime: string | null;
  readonly maskedEmail: string;
}) {
  const { name, providerName: provider } = useBoot().program;
  const { completed, pending } = words;
  const title = type === 'pending' ? pending.title(provider) : completed.title;
  return (
    <Ending type={type} title={title} text={words[type].text(provider)}>
      <ReferenceBox number={referenceNumber ?? ''} shared={words.shared(name, referenceNumber ?? '')} />
      <h2>{words.next}</h2>
      {type === 'pending' ? (
        <WhereToTakeDocument />
      ) : (
        submittedDateTime && <Steps submitted={submittedDateTime} />
      )}
      <p>
        <Sentence text={words.mail(maskedEmail, provider)} keeps={maskedEmail} />
      </p>
      <PhonePanel lead={words.questions} />
      <button type="button" className="button button--secondary" onClick={() => print()}>
        <ExtraIcon name="print" />
        <span>{words.print}</span>
      </button>
    </Ending>
  );
}

/** What the program says will happen, with the days it promises; nothing where it says nothing. */
function Steps({ submitted }: { readonly submitted: string }) {
  const { language } = useCopy();
  const { afterSubmission } = useBoot().program;
  if (afterSubmission.length === 0) return null;
  const text = (within: { readonly days: number; readonly business: boolean }) =>
    dayText(dayAfter(submitted, within), language);
  return (
    <ol className="sent-steps">
      <li data-state="done">
        <span className="sent-step-mark">
          <Icon name="check" />
        </span>
        <p className="sent-step-day">{text({ days: 0, business: false })}</p>
        <h3>{words.received}</h3>
      </li>
      {afterSubmission.map((step) => (
        <li key={step.title}>
          <span className="sent-step-mark" />
          {step.within && <p className="sent-step-day">{words.by(text(step.within))}</p>}
          <h3>{step.title}</h3>
          {step.text && <p>{step.text}</p>}
        </li>
      ))}
    </ol>
  );
}

/** The end opened again, or without having applied: the page cannot know whether an application was sent. */
function SentLater({ type }: { readonly type: SentType }) {
  const { providerName: provider } = useBoot().program;
  const { completed, pending, document, mail, looked, contact } = words.later;
  const isPending = type === 'pending';
  return (
    <Ending
      type={type}
      title={isPending ? pending : completed}
      text={isPending ? `${document(provider)} ${mail}` : mail}
    >
      <h2>{words.next}</h2>
      {isPending ? <WhereToTakeDocument /> : <p>{looked(provider)}</p>}
      <p>{contact(provider)}</p>
      <PhonePanel />
    </Ending>
  );
}

function WhereToTakeDocument() {
  const { merchantName, merchantHelp } = useBoot().program;
  return <p>{words.pending.next(merchantName, merchantHelp)}</p>;
}
