import type { AgreementKey } from '../../form/fields/application-state.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { agreementsDue } from '../../form/state/consents.ts';
import { Icon } from '../components/icon.tsx';
import { PageLink } from '../components/page-link.tsx';
import { signingCopy as signing } from '../copy/custom-screens-copy.ts';
import type { Elements } from '../jsx/types.ts';
import { usePageState } from '../state/use-page.ts';

/**
 * All agreements that are due, and how many of them are done. That of the screen is open and holds `children`; those
 * agreed to lead to their own screens, and the others come in their order (D10).
 */
export function AgreementSet({
  current,
  children,
}: {
  readonly current: AgreementKey;
  readonly children: Elements;
}) {
  const { application } = usePageState();
  const due = agreementsDue(application);
  const done = due.filter((key) => application.agreed[key]);
  return (
    <>
      <p className="lead">{signing.done(done.length, due.length)}</p>
      <ol className="agreements">
        {due.map((key) => (
          <li key={key} className={key === current ? 'agreement' : undefined}>
            {key === current ? (
              <>
                <h2 className="agreement-name">{signing.names[key]}</h2>
                {children}
              </>
            ) : (
              <OtherAgreement agreement={key} agreed={done.includes(key)} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function OtherAgreement({
  agreement,
  agreed,
}: {
  readonly agreement: AgreementKey;
  readonly agreed: boolean;
}) {
  const { agreed: agreedText, unopened } = signing;
  const text = (
    <span className="section-row-text">
      <span className="section-row-name agreement-name">{`${signing.names[agreement]} `}</span>
      <span className="section-row-state">
        {agreed && <Icon name="check" />}
        <span>{agreed ? agreedText : unopened}</span>
      </span>
    </span>
  );
  if (!agreed) return <div className="section-row">{text}</div>;
  return (
    <PageLink
      className="section-row"
      data-state="done"
      href={urlOf({ screen: `agreement-${agreement}`, part: 1 })}
    >
      {text}
      <Icon name="forward" />
    </PageLink>
  );
}
