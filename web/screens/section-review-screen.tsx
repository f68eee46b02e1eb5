import { type WordedCard, wordedReview } from '../../copy/review.ts';
import { type SectionKey, sectionKeys } from '../../form/fields/application-state.ts';
import { firstStepOf } from '../../form/flow/navigation.ts';
import { type Step, urlOf } from '../../form/flow/steps.ts';
import { ActionName } from '../components/buttons/action-name.tsx';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { SectionRow } from '../components/section-row.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { usePageState } from '../state/use-page.ts';
import { FinishLaterButton } from './resume/finish-later-dialog.tsx';
import { digestOf } from './review-groups.ts';
import { useGoNext } from './use-navigation.ts';

/** Lists the sections with their states. Can be visited only if every needed section is complete. */
export function SectionReviewScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { application } = usePageState();
  const goNext = useGoNext(step);
  const cards = wordedReview(copy, application, {});
  const { review, sections, sectionState } = customScreensCopy;
  const digest = (key: SectionKey) => {
    const isOf = ({ subject }: WordedCard) => subject.kind === 'section' && subject.section === key;
    return digestOf(cards.find(isOf)?.rows ?? [], { ...review, none: '' });
  };
  return (
    <ScreenForm title={copy.screens[step.screen].title} onNext={goNext}>
      <p className="lead">{sections.lead}</p>
      <ul className="section-rows">
        {sectionKeys.map((key) => {
          const first = firstStepOf(key, application);
          const state = first ? (application.sections[key] ? 'done' : 'todo') : 'none';
          return (
            <li key={key}>
              <SectionRow
                icon={key}
                name={copy.sections[key]}
                state={state}
                text={
                  state === 'done' ? (
                    <ActionName action={digest(key)} of={sectionState.done} />
                  ) : (
                    <span>{sectionState[state]}</span>
                  )
                }
                href={first && urlOf(first)}
              />
            </li>
          );
        })}
      </ul>
      <FinishLaterButton />
    </ScreenForm>
  );
}
