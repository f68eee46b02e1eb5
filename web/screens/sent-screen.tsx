import { useState } from 'react';
import { stepsAfter } from '../../copy/after-submission.ts';
import { ActionName } from '../components/buttons/action-name.tsx';
import { Card } from '../components/card/card.tsx';
import { Cover } from '../components/card/cover.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { PhonePanel } from '../components/phone-panel.tsx';
import { Sentence } from '../components/sentence.tsx';
import { sentCopy as words } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useBoot, usePageState } from '../state/use-page.ts';
import { PrintedRecord } from './printed-record.tsx';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/**
 * The screen after an application was sent (D26). Immediately after the submit, it shows the reference number, and the name of a
 * company on the card (D64). If it is opened later or without an application, it shows only texts that are true for any
 * application.
 */
export function SentScreen({ type }: { readonly type: 'completed' | 'pending' }) {
  const { program } = useBoot();
  const { submitted } = usePageState();
  const { name, providerName: provider, merchantName, merchantHelp } = program;
  const { completed, pending, later } = words;
  const isPending = type === 'pending';
  const number = submitted?.referenceNumber ?? '';
  const sentTitle = isPending ? pending.title(provider) : completed.title;
  const title = submitted ? sentTitle : later[type];
  const laterText = isPending ? `${later.document(provider)} ${later.mail}` : later.mail;
  const text = submitted ? words[type].text(provider) : laterText;
  useTitle(title);
  useFocusOnHeading(submitted ? type : `${type} later`);
  return (
    <Cover
      className="cover sent"
      title={title}
      card={
        <div className="sent-card">
          <Card program={program} holder={submitted?.businessName ?? ''} />
          {submitted && (
            <span className="sent-mark" data-type={type}>
              {isPending ? <ExtraIcon name="file" /> : <Icon name="check" />}
            </span>
          )}
        </div>
      }
    >
      {isPending ? (
        <Notice tone="warning">
          <p>{text}</p>
        </Notice>
      ) : (
        <p className="lead">{text}</p>
      )}
      {submitted && <ReferenceBox number={number} shared={words.shared(name, number)} />}
      <h2>{words.next}</h2>
      {isPending && <p>{pending.next(merchantName, merchantHelp)}</p>}
      {!isPending && !submitted && <p>{later.looked(provider)}</p>}
      {!isPending && submitted?.submittedDateTime && <Steps submitted={submitted.submittedDateTime} />}
      <p>
        {submitted ? (
          <Sentence text={words.mail(submitted.maskedEmail, provider)} keeps={submitted.maskedEmail} />
        ) : (
          later.contact(provider)
        )}
      </p>
      <PhonePanel {...(submitted && { lead: words.questions })} />
      {submitted && (
        <button type="button" className="button button--secondary" onClick={() => print()}>
          <ExtraIcon name="print" />
          <span>{words.print}</span>
        </button>
      )}
      {submitted && <PrintedRecord submitted={submitted} />}
    </Cover>
  );
}

/**
 * Shows the program's own steps after submission, with the dates that the program promises. Shows nothing if the program has no
 * steps.
 */
function Steps({ submitted }: { readonly submitted: string }) {
  const { language } = useCopy();
  const { afterSubmission } = useBoot().program;
  const steps = stepsAfter(submitted, afterSubmission, words, language);
  if (steps.length === 0) return null;
  return (
    <ol className="sent-steps">
      {steps.map(({ day, title, text, isDone }) => (
        <li key={title} data-state={isDone ? 'done' : undefined}>
          <span className="sent-step-mark">{isDone && <Icon name="check" />}</span>
          {day && <p className="sent-step-day">{day}</p>}
          <h3>{title}</h3>
          {text && <p>{text}</p>}
        </li>
      ))}
    </ol>
  );
}

/** Shows the reference number, with Copy and Share if the browser supports them. */
function ReferenceBox({ number, shared }: { readonly number: string; readonly shared: string }) {
  const [copied, setCopied] = useState(false);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(number);
      setCopied(true);
    } catch {
      // The browser did not permit copying, but the person can still select the number.
    }
  }

  // The promise also rejects when the person closes the browser's share sheet, which needs no message.
  const share = () => navigator.share({ text: shared }).catch(() => undefined);

  return (
    <div className="reference">
      <dl>
        <dt>{words.reference}</dt>
        <dd translate="no">{number}</dd>
      </dl>
      <div className="reference-buttons">
        {'clipboard' in navigator && (
          <button type="button" className="button button--secondary" onClick={() => void copy()}>
            {copied ? <Icon name="check" /> : <ExtraIcon name="copy" />}
            <ActionName action={words.copy} of={words.reference} />
          </button>
        )}
        {'share' in navigator && (
          <button type="button" className="button button--secondary" onClick={() => void share()}>
            <ExtraIcon name="share" />
            <ActionName action={words.share} of={words.reference} />
          </button>
        )}
      </div>
      <p className="reference-copied" role="status">
        {copied && words.copied}
      </p>
    </div>
  );
}
