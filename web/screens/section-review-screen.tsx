import { type SectionKey, sectionKeys } from '../../form/fields/application-state.ts';
import { firstStepOf, nextStep } from '../../form/flow/navigation.ts';
import { type Step, urlOf } from '../../form/flow/steps.ts';
import { ExtraIcon } from '../components/extra-icon.tsx';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { Icon } from '../components/icon.tsx';
import { PageLink } from '../components/page-link.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';
import { FinishLaterButton } from './resume/finish-later-dialog.tsx';
import { useGo } from './use-navigation.ts';

/** The sections with their state and a link to each. Reached only once every section that is asked is complete. */
export function SectionReviewScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { page: words } = copy;
  const store = usePageStore();
  const { application } = usePageState();
  const go = useGo();
  const rows = sectionKeys.map((key) => {
    const first = firstStepOf(key, application);
    const state = application.sections[key] ? ('done' as const) : ('todo' as const);
    return {
      key,
      label: copy.sections[key],
      state: first ? state : ('none' as const),
      text: first ? words.sectionState[state] : customScreensCopy.sections.notAsked,
      url: first && urlOf(first),
    };
  });
  return (
    <>
      <PageHeading>{copy.screens[step.screen].title}</PageHeading>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          go(nextStep(step, store.application()));
        }}
      >
        <p className="lead">{customScreensCopy.sections.lead}</p>
        <ul className="section-rows">
          {rows.map(({ key, label, state, text, url }) => (
            <li key={key}>
              {url ? (
                <PageLink className="section-row" data-state={state} href={url}>
                  <SectionRow section={key} label={label} text={text} done={state === 'done'} />
                  <Icon name="forward" />
                </PageLink>
              ) : (
                <div className="section-row" data-state={state}>
                  <SectionRow section={key} label={label} text={text} done={false} />
                </div>
              )}
            </li>
          ))}
        </ul>
        <FinishLaterButton />
        <BottomBar />
      </form>
    </>
  );
}

function SectionRow({
  section,
  label,
  text,
  done,
}: {
  readonly section: SectionKey;
  readonly label: string;
  readonly text: string;
  readonly done: boolean;
}) {
  return (
    <>
      <span className="section-icon">
        <ExtraIcon name={section} />
      </span>
      <span className="section-row-text">
        <span className="section-row-name">{`${label} `}</span>
        <span className="section-row-state">
          {done && <Icon name="check" />}
          <span>{text}</span>
        </span>
      </span>
    </>
  );
}
