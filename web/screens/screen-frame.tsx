import { readingMinutes } from '../../form/flow/estimated-minutes.ts';
import {
  type CountedSectionKey,
  countedSections,
  type FlowSectionKey,
  isEarly,
} from '../../form/flow/flow.ts';
import { firstStepOf, stopsAt } from '../../form/flow/navigation.ts';
import { progressAt } from '../../form/flow/progress.ts';
import { type Step, urlOf } from '../../form/flow/steps.ts';
import { isWide } from '../browser/wide.ts';
import { Card } from '../components/card/card.tsx';
import { HelpPanel } from '../components/dialogs/help-panel.tsx';
import { GroupLine } from '../components/frame/page-heading.tsx';
import { Icon } from '../components/icon.tsx';
import { PageLink } from '../components/page-link.tsx';
import { PhonePanel } from '../components/phone-panel.tsx';
import { useCopy } from '../copy/use-copy.ts';
import type { Elements } from '../jsx/types.ts';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { useBoot, usePageState } from '../state/use-page.ts';
import { customScreens, resumeParts } from './parts.ts';
import { FinishLaterOffer } from './resume/finish-later-offer.tsx';
import { useGoBack } from './use-navigation.ts';

/** Frames the content of every step. The frame stays mounted between steps, so the progress line moves smoothly. */
export function ScreenFrame({
  step,
  below,
  group,
  children,
}: {
  readonly step: Step;
  /** Set for a screen that was opened from the step, such as the screen to change one answer. Its Back returns to the step. */
  readonly below?: { readonly leave: () => void };
  readonly group?: string | undefined;
  readonly children: Elements;
}) {
  const { page: words, sections } = useCopy();
  const { application, resumedAt } = usePageState();
  const KeptStrip = resumedAt === urlOf(step) ? resumeParts.loaded()?.KeptStrip : undefined;
  const backToStepBefore = useGoBack(step);
  const back = below ? { href: urlOf(step), go: below.leave } : backToStepBefore;
  const { program, agreementWords } = useBoot();
  const { section, done, minutesLeft, toRead } = progressAt(step, application);
  const reading = readingMinutes(toRead.map((key) => agreementWords[key]));
  const stops = stopsAt(step, application);
  // The early screens do not load `SectionDone`, because no section ends on them.
  const early = isEarly(step.screen);
  const SectionDone = useLazyPart(customScreens, !early).value?.SectionDone;
  const businessName = application.applicationData.businessName ?? undefined;
  return (
    <>
      <div className="progress-line" aria-hidden="true">
        {done.map((share, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of sections never changes.
          <span key={index} style={{ ['--done' as string]: share }} />
        ))}
      </div>
      <div className="page-body">
        <SectionList current={section} />
        <main className="page-main">
          <div className="where">
            {back && (
              <PageLink className="back-link" href={back.href} onFollow={back.go}>
                <Icon name="back" />
                <span>{words.back}</span>
              </PageLink>
            )}
            <p>
              {section !== 'start' && (
                <b>
                  <span className="visually-hidden">
                    {`${words.sectionOf(countedSections.indexOf(section) + 1, countedSections.length)} `}
                  </span>
                  <span>{sections[section]}</span>
                  {!stops && <span className="visually-hidden">{' · '}</span>}
                </b>
              )}
              {!stops && <span>{words.minutesLeft(minutesLeft, reading)}</span>}
            </p>
          </div>
          {!early && SectionDone && <SectionDone />}
          {KeptStrip && <KeptStrip />}
          <GroupLine businessName={businessName} group={group} />
          {children}
        </main>
        <aside className="side-panel" aria-label={words.sidePanel}>
          <Card program={program} holder={businessName} />
          <HelpPanel />
          <PhonePanel className="help-panel" />
          <FinishLaterOffer />
        </aside>
      </div>
    </>
  );
}

/** Lists all sections with their states. They are not links, because people must complete them in order. */
function SectionList({ current }: { readonly current: FlowSectionKey }) {
  const { sections: names, page: words } = useCopy();
  const { application } = usePageState();
  const SectionIcon = useLazyPart(customScreens, isWide()).value?.ExtraIcon;
  const stateOf = (key: CountedSectionKey) => {
    if (key === current) return 'current';
    if (!firstStepOf(key, application)) return 'none';
    return key !== 'review' && application.sections[key] ? 'done' : 'todo';
  };
  return (
    <section className="section-list" aria-label={words.sectionListTitle}>
      <ol>
        {countedSections.map((key) => {
          const state = stateOf(key);
          return (
            <li key={key} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
              {SectionIcon && <SectionIcon name={key} />}
              <span>{names[key]}</span>
              {state === 'done' && <Icon name="check" />}
              <span className="visually-hidden">{` ${words.sectionState[state]}`}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
