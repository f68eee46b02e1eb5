import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { flow, progressAt, screenOf, sectionOf } from '../../form/flow.ts';
import type { Place } from '../../form/places.ts';
import { urlOf } from '../../form/places.ts';
import { BackLink } from '../components/back-link.tsx';
import { Notice } from '../components/notice.tsx';
import { GroupLine } from '../components/page-heading.tsx';
import type { SectionState } from '../components/section-progress.tsx';
import { SectionList, SectionProgress } from '../components/section-progress.tsx';
import { SidePanel } from '../components/side-panel.tsx';
import { usePageState, useSession } from '../session/use-session.ts';
import { words } from '../words.ts';
import { screenWords } from './screen-words.ts';
import { useGoBack } from './use-navigation.ts';

/** Puts the program and the screen into the document's title (D25). */
export function useTitle(screenTitle: string | undefined): void {
  const { boot } = useSession();
  useEffect(() => {
    const program = `${boot.program.name} ${words.productName}`;
    document.title = screenTitle ? `${program} – ${screenTitle}` : program;
  }, [boot, screenTitle]);
}

/** Brings a new screen to its top and its heading into focus, for eyes and for assistive technology (WCAG 2.4.3). */
export function useFocusOnHeading(key: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key is a new screen.
  useEffect(() => {
    scrollTo(0, 0);
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [key]);
}

/** Which sections are done, current and still to come, for the side panel. */
function useSections(place: Place): readonly { label: string; state: SectionState }[] {
  const { situation } = usePageState();
  const current = sectionOf(place.screen);
  return flow.flatMap((section) => {
    if (section.label === null) return [];
    const done = section.key !== 'review' && situation.sections[section.key];
    const state = section.key === current ? 'current' : done ? 'done' : 'todo';
    return [{ label: section.label, state } as const];
  });
}

/** What stands around the content of every place of the form: Back, progress, the line above the heading. */
export function ScreenFrame({
  place,
  below,
  group,
  children,
}: {
  readonly place: Place;
  /** A screen below the place, such as the change of one answer: its address and title. Back leads to the place. */
  readonly below?: { readonly url: string; readonly title: string; readonly leave: () => void };
  /** The label of the group of fields that is shown. */
  readonly group?: string | undefined;
  readonly children: ReactNode;
}) {
  const { situation, saving } = usePageState();
  const { retrySaving } = useSession();
  const backToPlaceBefore = useGoBack(place);
  const back = below ? { href: urlOf(place), go: below.leave } : backToPlaceBefore;
  const progress = progressAt(place.screen);
  const sections = useSections(place);
  useTitle(below?.title ?? screenOf(place.screen).title);
  useFocusOnHeading(below?.url ?? urlOf(place));
  return (
    <div className="page-body">
      <main className="page-main">
        {back && <BackLink href={back.href} onBack={back.go} />}
        {progress && <SectionProgress {...progress} />}
        {saving === 'waiting' && (
          <Notice tone="warning">
            <p role="status">{screenWords.saving.waiting}</p>
          </Notice>
        )}
        {saving === 'stopped' && (
          <Notice tone="warning">
            <p role="status">{screenWords.saving.stopped}</p>
            <button type="button" className="text-button" onClick={retrySaving}>
              {words.tryAgain}
            </button>
          </Notice>
        )}
        <GroupLine businessName={situation.applicationData.businessName ?? undefined} group={group} />
        {children}
      </main>
      <SidePanel>{progress && <SectionList sections={sections} />}</SidePanel>
    </div>
  );
}
