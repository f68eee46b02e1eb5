import type { CountedSectionKey, FlowSectionKey } from '../../form/flow/flow.ts';
import { countedSections } from '../../form/flow/flow.ts';
import { progressAt } from '../../form/flow/progress.ts';
import type { Step } from '../../form/flow/steps.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { isWide } from '../browser/wide.ts';
import { Card } from '../components/card/card.tsx';
import { BackLink } from '../components/frame/back-link.tsx';
import { GroupLine } from '../components/frame/page-heading.tsx';
import type { SectionState } from '../components/frame/section-progress.tsx';
import { ProgressLine, SectionList } from '../components/frame/section-progress.tsx';
import { useCopy } from '../copy/use-copy.ts';
import type { Elements } from '../jsx/types.ts';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { customScreens } from '../lazy/parts.ts';
import { useBoot, usePageState } from '../state/use-page.ts';
import { NotSaved } from './not-saved.tsx';
import { SidePanel } from './side-panel.tsx';
import { useGoBack } from './use-navigation.ts';

/** Which sections are done, current and still to come. */
function useSections(
  current: FlowSectionKey,
): readonly { key: CountedSectionKey; label: string; state: SectionState }[] {
  const copy = useCopy();
  const { application } = usePageState();
  return countedSections.map((section) => {
    const done = section !== 'review' && application.sections[section];
    const state = section === current ? 'current' : done ? 'done' : 'todo';
    return { key: section, label: copy.sections[section], state };
  });
}

/**
 * What surrounds the content of every step: how far it is, Back, the line above the heading, and what is beside it. It
 * stays while steps come and go, so that the line of progress moves and nothing is drawn twice.
 */
export function ScreenFrame({
  step,
  below,
  group,
  children,
}: {
  readonly step: Step;
  /** A screen opened from the step, such as the change of one answer: Back leaves it for the step. */
  readonly below?: { readonly leave: () => void };
  /** The label of the group of fields that is shown. */
  readonly group?: string | undefined;
  readonly children: Elements;
}) {
  const copy = useCopy();
  const { application } = usePageState();
  const backToStepBefore = useGoBack(step);
  const back = below ? { href: urlOf(step), go: below.leave } : backToStepBefore;
  const { program } = useBoot();
  const { section, done, minutesLeft } = progressAt(step, application);
  const sections = useSections(section);
  const { value: drawn } = useLazyPart(customScreens, isWide());
  const businessName = application.applicationData.businessName ?? undefined;
  return (
    <>
      <ProgressLine done={done} />
      <div className="page-body">
        <SectionList sections={sections} icon={drawn?.sectionIcon} />
        <main className="page-main">
          <div className="where">
            {back && <BackLink href={back.href} onBack={back.go} />}
            <p>
              {section !== 'start' && <b>{`${copy.sections[section]} · `}</b>}
              <span>{copy.page.minutesLeft(minutesLeft)}</span>
            </p>
          </div>
          <NotSaved />
          <GroupLine businessName={businessName} group={group} />
          {children}
        </main>
        <SidePanel>
          <Card program={program} holder={businessName} />
        </SidePanel>
      </div>
    </>
  );
}
