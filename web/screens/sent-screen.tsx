import { useState } from 'react';
import { bankTimeZone, stepsAfter, stepsWithoutDocument } from '../../copy/after-submission.ts';
import { versionText } from '../../copy/version-text.ts';
import { acceptedDocuments } from '../../form/lists/accepted-documents.ts';
import { ActionName } from '../components/buttons/action-name.tsx';
import { Button } from '../components/buttons/button.tsx';
import { Card } from '../components/card/card.tsx';
import { Cover } from '../components/card/cover.tsx';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { SinglePage } from '../components/frame/single-page.tsx';
import { Icon } from '../components/icon.tsx';
import { PhonePanel } from '../components/phone-panel.tsx';
import { Sentence } from '../components/sentence.tsx';
import { customScreensCopy, documentsCopy, sentCopy as words } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { PageState } from '../state/page-state.ts';
import { useBoot, usePageState } from '../state/use-page.ts';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/** The screen after submit (D26, D64). Without data about the submission, shows only texts that are true for any application. */
export function SentScreen({ type }: { readonly type: 'completed' | 'pending' }) {
  const { program } = useBoot();
  const { submitted } = usePageState();
  const { providerName: provider, phone } = program;
  const isPending = type === 'pending';
  const later = words.later[type];
  const title = submitted ? words[type].title : later.title;
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
      {submitted ? (
        <Sent submitted={submitted} isPending={isPending} />
      ) : (
        <p className="lead">{later.text}</p>
      )}
      {phone ? (
        <PhonePanel {...(!(submitted && isPending) && { lead: words.questions })} />
      ) : (
        !submitted && <p>{words.later.contact(provider)}</p>
      )}
      {submitted && <PrintedRecord submitted={submitted} />}
    </Cover>
  );
}

type Submitted = NonNullable<PageState['submitted']>;

/** Says what the bank has received and what happens next. While a document is missing, says which documents the bank accepts. */
function Sent({ submitted, isPending }: { readonly submitted: Submitted; readonly isPending: boolean }) {
  const { program } = useBoot();
  const { localMerchant } = customScreensCopy;
  const { name, providerName: provider, merchantName, merchantHelp } = program;
  const { organizationType, maskedEmail, referenceNumber } = submitted;
  const number = referenceNumber ?? '';
  return (
    <>
      {isPending && <p>{words.pending.text}</p>}
      {isPending && organizationType && (
        <>
          <p>{words.pending.oneOfThese}</p>
          <ul className="accepted-documents">
            {acceptedDocuments[organizationType].map((document) => (
              <li key={document}>{documentsCopy.acceptedDocuments[document]}</li>
            ))}
          </ul>
        </>
      )}
      {isPending && (
        <p>{`${words.pending.takeCopy(merchantName ?? localMerchant)} ${merchantHelp ?? ''}`.trim()}</p>
      )}
      <ReferenceBox number={number} shared={words.shared(name, number)} />
      <p>
        <Sentence text={words.mail(maskedEmail, provider)} keeps={maskedEmail} />
      </p>
      <h2>{words.next}</h2>
      <Steps submitted={submitted} isPending={isPending} />
    </>
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

function Steps({ submitted, isPending }: { readonly submitted: Submitted; readonly isPending: boolean }) {
  const { language } = useCopy();
  const { afterSubmission, providerName } = useBoot().program;
  const { submittedDateTime } = submitted;
  const dated = submittedDateTime ? stepsAfter(submittedDateTime, afterSubmission, words, language) : [];
  const steps = isPending ? stepsWithoutDocument(afterSubmission, words) : dated;
  if (steps.length === 0) return isPending ? null : <p>{words.completed.looked(providerName)}</p>;
  const current = steps.findIndex(({ isDone }) => !isDone);
  return (
    <ol className="sent-steps">
      {steps.map(({ day, title, text, isDone }, index) => {
        const state = isDone ? 'done' : index === current ? 'current' : 'later';
        return (
          <li key={title} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <span className="sent-step-mark">{isDone && <Icon name="check" />}</span>
            <p className="sent-step-when">
              <span className={state === 'later' ? 'visually-hidden' : 'sent-step-state'}>
                {`${words.stepState[state]} `}
              </span>
              {day && <span className="sent-step-day">{day}</span>}
            </p>
            <h3>{title}</h3>
            {text && <p>{text}</p>}
          </li>
        );
      })}
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

  // Ignore a rejection, because the promise also rejects when the person closes the browser's share sheet.
  const share = () => navigator.share({ text: shared }).catch(() => undefined);

  return (
    <div className="reference">
      <dl>
        <dt>{words.reference}</dt>
        <dd translate="no">{number}</dd>
      </dl>
      {'clipboard' in navigator && (
        <Button kind="secondary" onPress={() => void copy()}>
          {copied ? <Icon name="check" /> : <ExtraIcon name="copy" />}
          <ActionName action={words.copy} of={words.reference} />
        </Button>
      )}
      <div className="reference-buttons">
        {'share' in navigator && (
          <Button kind="secondary" onPress={() => void share()}>
            <ExtraIcon name="share" />
            <ActionName action={words.share} of={words.reference} />
          </Button>
        )}
        <Button kind="secondary" onPress={() => print()}>
          <ExtraIcon name="print" />
          <span>{words.print}</span>
        </Button>
      </div>
      <p className="reference-copied" role="status">
        {copied && words.copied}
      </p>
    </div>
  );
}

/** The part of the finish page that only appears in print: business, bank, card, submission time, and versions of agreements. */
function PrintedRecord({ submitted }: { readonly submitted: Submitted }) {
  const { language } = useCopy();
  const { program, agreementTitles } = useBoot();
  const { record } = words;
  const day = { year: 'numeric', month: 'long', day: 'numeric', timeZone: bankTimeZone } as const;
  const minute = { ...day, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;
  const written = (moment: string | null, options: Intl.DateTimeFormatOptions) =>
    moment === null ? '' : new Intl.DateTimeFormat(language, options).format(new Date(moment));
  return (
    <section className="sent-record">
      <h2>{record.title}</h2>
      <dl>
        {submitted.businessName && (
          <>
            <dt>{record.business}</dt>
            <dd>{submitted.businessName}</dd>
          </>
        )}
        <dt>{record.bank}</dt>
        <dd>{program.providerFullName}</dd>
        <dt>{record.card}</dt>
        <dd>{record.cardName(program.name)}</dd>
        <dt>{record.sent}</dt>
        <dd>{written(submitted.submittedDateTime, minute)}</dd>
      </dl>
      <table>
        <caption className="visually-hidden">{record.agreedTo}</caption>
        <thead>
          <tr>
            <th scope="col">{record.agreedTo}</th>
            <th scope="col">{record.version}</th>
            <th scope="col">{record.agreedOn}</th>
          </tr>
        </thead>
        <tbody>
          {submitted.agreed.map(({ agreement, version, agreedDateTime }) => (
            <tr key={agreement}>
              <th scope="row">{agreementTitles[agreement]}</th>
              <td>{versionText(version)}</td>
              <td>{written(agreedDateTime, day)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
