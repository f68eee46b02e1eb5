import { readingMinutes } from '../../form/flow/estimated-minutes.ts';
import type { Step } from '../../form/flow/steps.ts';
import { agreementsDue } from '../../form/state/consents.ts';
import { ScreenForm } from '../components/frame/screen-form.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useBoot, usePageState } from '../state/use-page.ts';
import { useGoNext } from './use-navigation.ts';

export function ReviewIntroScreen({ step }: { readonly step: Step }) {
  const { application } = usePageState();
  const { agreementWords } = useBoot();
  const due = agreementsDue(application);
  const reading = readingMinutes(due.map((key) => agreementWords[key]));
  const { lead, steps } = customScreensCopy.reviewIntro;
  return (
    <ScreenForm title={useCopy().screens[step.screen].title} onNext={useGoNext(step)}>
      <p className="lead">{lead}</p>
      <ol className="steps">
        {steps(due.length, reading).map(({ title, text }) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </ScreenForm>
  );
}
