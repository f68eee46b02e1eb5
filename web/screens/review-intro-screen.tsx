import { nextStep } from '../../form/flow/navigation.ts';
import type { Step } from '../../form/flow/steps.ts';
import { agreementsDue } from '../../form/state/consents.ts';
import { BottomBar } from '../components/frame/bottom-bar.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { usePageState, usePageStore } from '../state/use-page.ts';
import { useGo } from './use-navigation.ts';

/** Lists what is left to do before the application is submitted. */
export function ReviewIntroScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const store = usePageStore();
  const { application } = usePageState();
  const go = useGo();
  const { lead, steps } = customScreensCopy.reviewIntro;
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
        <p className="lead">{lead}</p>
        <ol className="steps">
          {steps(agreementsDue(application).length).map(({ title, text }) => (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <BottomBar />
      </form>
    </>
  );
}
