import type { AgreementKey } from '../../form/fields/application-state.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { agreementsDue } from '../../form/state/consents.ts';
import { SectionRow } from '../components/section-row.tsx';
import { signingCopy as signing } from '../copy/custom-screens-copy.ts';
import type { Elements } from '../jsx/types.ts';
import { usePageState } from '../state/use-page.ts';

/**
 * All agreements that are due, in order, and how many are done (D10). The current one is open and holds `children`.
 * Those agreed to link to their screens.
 */
export function AgreementSet({
  current,
  children,
}: {
  readonly current: AgreementKey;
  readonly children: Elements;
}) {
  const { application } = usePageState();
  const { agreed } = application;
  const due = agreementsDue(application);
  const done = due.filter((key) => agreed[key]);
  return (
    <>
      <p className="lead">{signing.done(done.length, due.length)}</p>
      <ol className="agreements">
        {due.map((key) =>
          key === current ? (
            <li key={key} className="agreement">
              <h2 className="agreement-name">{signing.names[key]}</h2>
              {children}
            </li>
          ) : (
            <li key={key}>
              <SectionRow
                name={signing.names[key]}
                nameClass="section-row-name agreement-name"
                state={agreed[key] ? 'done' : undefined}
                text={agreed[key] ? signing.agreed : signing.unopened}
                href={agreed[key] ? urlOf({ screen: `agreement-${key}`, part: 1 }) : undefined}
              />
            </li>
          ),
        )}
      </ol>
    </>
  );
}
