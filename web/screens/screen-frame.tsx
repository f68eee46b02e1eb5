import type { ReactNode } from 'react';
import { countedSections, progressAt, sectionOf } from '../../form/flow/flow.ts';
import type { Step } from '../../form/flow/steps.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { SidePanel } from '../components/dialogs/side-panel.tsx';
import { BackLink } from '../components/frame/back-link.tsx';
import { GroupLine } from '../components/frame/page-heading.tsx';
import type { SectionState } from '../components/frame/section-progress.tsx';
import { SectionList, SectionProgress } from '../components/frame/section-progress.tsx';
import { usePageState } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
import { NotSaved } from './not-saved.tsx';
import { useGoBack } from './use-navigation.ts';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/** Which sections are done, current and still to come, for the side panel. */
function useSections(step: Step): readonly { label: string; state: SectionState }[] {
  const copy = useCopy();
  const { application } = usePageState();
  const current = sectionOf(step.screen);
  return countedSections.map((section) => {
    const done = section !== 'review' && application.sections[section];
    const state = section === current ? 'current' : done ? 'done' : 'todo';
    return { label: copy.sections[section], state };
  });
}

/** What surrounds the content of every step: Back, progress, the line above the heading. */
export function ScreenFrame({
  step,
  below,
  group,
  children,
}: {
  readonly step: Step;
  /** A screen opened from the step, such as the change of one answer: its address and title. Back leads to the step. */
  readonly below?: { readonly url: string; readonly title: string; readonly leave: () => void };
  /** The label of the group of fields that is shown. */
  readonly group?: string | undefined;
  readonly children: ReactNode;
}) {
  const copy = useCopy();
  const { application } = usePageState();
  const backToStepBefore = useGoBack(step);
  const back = below ? { href: urlOf(step), go: below.leave } : backToStepBefore;
  const progress = progressAt(step.screen);
  const sections = useSections(step);
  useTitle(below?.title ?? copy.screens[step.screen].title);
  useFocusOnHeading(below?.url ?? urlOf(step));
  return (
    <div className="page-body">
      <main className="page-main">
        {back && <BackLink href={back.href} onBack={back.go} />}
        {progress && (
          <SectionProgress
            number={progress.number}
            of={progress.of}
            label={copy.sections[progress.section]}
          />
        )}
        <NotSaved />
        <GroupLine businessName={application.applicationData.businessName ?? undefined} group={group} />
        {children}
      </main>
      <SidePanel>{progress && <SectionList sections={sections} />}</SidePanel>
    </div>
  );
}
