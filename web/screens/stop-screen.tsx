import { groupCopyAt, screenCopy } from '../../copy/screen-words.ts';
import type { Step } from '../../form/flow/steps.ts';
import { groupAt } from '../../form/flow/steps.ts';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { useBoot, useLifetime, usePageStore } from '../state/use-page.ts';
import { useCopy } from '../use-copy.ts';
import { ScreenFrame } from './screen-frame.tsx';

/** Where an answer ends the way (D15, D16): what it means, the way back, and the way out. */
export function StopScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { page: words } = copy;
  const { dispatch } = usePageStore();
  const { end } = useLifetime();
  const group = groupAt(step);
  const { merchantHelp } = useBoot().program;

  /** Takes the answer back, so that the question is asked again. */
  function ask(): void {
    if (group) dispatch({ type: 'answersTakenBack', group });
  }

  return (
    <ScreenFrame step={step} group={groupCopyAt(copy, step)?.label}>
      <PageHeading>{words.cannotGoOn}</PageHeading>
      <p>{screenCopy(copy, step.screen).stop}</p>
      {merchantHelp && <p>{merchantHelp}</p>}
      <div className="stack">
        <button type="button" className="button" onClick={ask}>
          {words.changeMyAnswer}
        </button>
        <button type="button" className="button button--secondary" onClick={() => end('cancel')}>
          {words.endApplication}
        </button>
      </div>
    </ScreenFrame>
  );
}
