import { readingMinutes } from '../../form/flow/estimated-minutes.ts';
import { countedSections, isEarly } from '../../form/flow/flow.ts';
import { stopsAt } from '../../form/flow/navigation.ts';
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
  /** Set for a screen that was opened from `step`, such as the screen to change one answer. Its Back returns to `step`. */
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
  const reading = section === 'review' ? readingMinutes(toRead.map((key) => agreementWords[key])) : 0;
  const stops = stopsAt(step, application);
  // The frame needs the part `customScreens` for the list of sections and for the message at the end of a section. On the early
  // screens, no section ends and only a wide window shows the list, so a narrow window doesn't need the part.
  const early = isEarly(step.screen);
  const parts = useLazyPart(customScreens, !early || isWide()).value;
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
        <section className="section-list" aria-label={words.sectionListTitle}>
          {parts && <parts.SectionList current={section} />}
        </section>
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
          {!early && parts && <parts.SectionDone />}
          {KeptStrip && <KeptStrip />}
          <GroupLine businessName={businessName} group={group} />
          {children}
        </main>
        <aside className="side-panel" aria-label={words.sidePanel}>
          <HelpPanel />
          <PhonePanel className="help-panel" />
          <FinishLaterOffer />
          <Card program={program} holder={businessName} />
        </aside>
      </div>
    </>
  );
}
