import { bankTimeZone } from '../../copy/after-submission.ts';
import { sentCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import type { PageState } from '../state/page-state.ts';
import { useBoot } from '../state/use-page.ts';

/** Shows what only the printed finish page has: the bank, the card, when it was sent, and each agreement with its version. */
export function PrintedRecord({ submitted }: { readonly submitted: NonNullable<PageState['submitted']> }) {
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
