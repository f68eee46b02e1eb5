import { useState } from 'react';
import { bankTimeZone, stepsAfter } from '../../copy/after-submission.ts';
import { ActionName } from '../components/buttons/action-name.tsx';
import { Button } from '../components/buttons/button.tsx';
import { Card } from '../components/card/card.tsx';
import { Cover } from '../components/card/cover.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { SinglePage } from '../components/frame/single-page.tsx';
import { Icon } from '../components/icon.tsx';
import { Notice } from '../components/notice.tsx';
import { PhonePanel } from '../components/phone-panel.tsx';
import { Sentence } from '../components/sentence.tsx';
import { sentCopy, sentCopy as words } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { PageState } from '../state/page-state.ts';
import { useBoot, usePageState } from '../state/use-page.ts';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/** The screen after the submission (D26, D64). Without data about it, shows only texts that are true for any application. */
export function SentScreen({ type }: { readonly type: 'completed' | 'pending' }) {
  const { program } = useBoot();
  const { submitted } = usePageState();
  const { name, providerName: provider, merchantName, merchantHelp } = program;
  const { pending, later } = words;
  const isPending = type === 'pending';
  const number = submitted?.referenceNumber ?? '';
  const title = submitted ? words[type].title : later[type];
  const laterText = isPending ? `${later.document} ${later.mail}` : later.mail;
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
      {submitted && (
        <p>
          <Sentence text={words.mail(submitted.maskedEmail, provider)} keeps={submitted.maskedEmail} />
        </p>
      )}
      {submitted && <ReferenceBox number={number} shared={words.shared(name, number)} />}
      <h2>{words.next}</h2>
      {isPending && <p>{pending.next(merchantName, merchantHelp)}</p>}
      {!isPending && !submitted && <p>{later.looked(provider)}</p>}
      {!isPending && submitted?.submittedDateTime && <Steps submitted={submitted.submittedDateTime} />}
      {!submitted && <p>{later.contact(provider)}</p>}
      <PhonePanel {...(submitted && { lead: words.questions })} />
      {submitted && (
        <Button kind="secondary" onPress={() => print()}>
          <ExtraIcon name="print" />
          <span>{words.print}</span>
        </Button>
      )}
      {submitted && <PrintedRecord submitted={submitted} />}
    </Cover>
  );
}

/** Shown if a screen threw an error after the submission. Says only that the application was submitted. */
export function SentAfterError() {
  const { page } = useCopy();
  const { submitted } = usePageState();
  return (
    <SinglePage>
      <PageHeading>{page.sent}</PageHeading>
      <p>
        <span>{`${page.reference}: `}</span>
        <b translate="no">{submitted?.referenceNumber}</b>
      </p>
    </SinglePage>
  );
}

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
          <Button kind="secondary" onPress={() => void copy()}>
            {copied ? <Icon name="check" /> : <ExtraIcon name="copy" />}
            <ActionName action={words.copy} of={words.reference} />
          </Button>
        )}
        {'share' in navigator && (
          <Button kind="secondary" onPress={() => void share()}>
            <ExtraIcon name="share" />
            <ActionName action={words.share} of={words.reference} />
          </Button>
        )}
      </div>
      <p className="reference-copied" role="status">
        {copied && words.copied}
      </p>
    </div>
  );
}

/** Shows the printed-only parts of the finish page: bank, card, time of the submission, and each agreement with its version. */
function PrintedRecord({ submitted }: { readonly submitted: NonNullable<PageState['submitted']> }) {
  const { language } = useCopy();
  const { program, agreementTitles } = useBoot();
  const words = sentCopy.record;
  const day = { year: 'numeric', month: 'long', day: 'numeric', timeZone: bankTimeZone } as const;
  const minute = { ...day, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  const written = (moment: string | null, options: Intl.DateTimeFormatOptions) =>
    moment === null ? '' : new Intl.DateTimeFormat(language, options).format(new Date(moment));
  return (
    <section className="sent-record">
      <h2>{words.title}</h2>
      <dl>
        <dt>{words.bank}</dt>
        <dd>{program.providerFullName}</dd>
        <dt>{words.card}</dt>
        <dd>{words.cardName(program.name)}</dd>
        <dt>{words.sent}</dt>
        <dd>{written(submitted.submittedDateTime, minute)}</dd>
      </dl>
      <table>
        <caption className="visually-hidden">{words.agreedTo}</caption>
        <thead>
          <tr>
            <th scope="col">{words.agreedTo}</th>
            <th scope="col">{words.version}</th>
            <th scope="col">{words.agreedOn}</th>
          </tr>
        </thead>
        <tbody>
          {submitted.agreed.map(({ agreement, version, agreedDateTime }) => (
            <tr key={agreement}>
              <th scope="row">{agreementTitles[agreement]}</th>
              <td translate="no">{version}</td>
              <td>{written(agreedDateTime, day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
