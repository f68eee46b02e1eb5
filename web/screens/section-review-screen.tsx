import { sectionKeys } from '../../form/fields/application-state.ts';
import { firstStepOf } from '../../form/flow/navigation.ts';
import { type Step, urlOf } from '../../form/flow/steps.ts';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { SectionRow } from '../components/section-row.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { usePageState } from '../state/use-page.ts';
import { FinishLaterButton } from './resume/finish-later-dialog.tsx';
import { useGoNext } from './use-navigation.ts';

/** Lists the sections with their states. Can be visited only if every needed section is complete. */
export function SectionReviewScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { application } = usePageState();
  const goNext = useGoNext(step);
  return (
    <ScreenForm title={copy.screens[step.screen].title} onNext={goNext}>
      <p className="lead">{customScreensCopy.sections.lead}</p>
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
                text={customScreensCopy.sectionState[state]}
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
