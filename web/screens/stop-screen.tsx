import { screenCopy } from '../../copy/screen-words.ts';
import { fill } from '../../copy/sentences.ts';
import { groupAt, type Step } from '../../form/flow/steps.ts';
import { Button } from '../components/buttons/button.tsx';
import { PageHeading } from '../components/frame/page-heading.tsx';
import { ActionBar } from '../components/frame/single-page.tsx';
import { NotSaved } from '../components/not-saved.tsx';
import { PhonePanel } from '../components/phone-panel.tsx';
import { Picture } from '../components/pictures.tsx';
import { customScreensCopy } from '../copy/custom-screens-copy.ts';
import { useCopy } from '../copy/use-copy.ts';
import { useBoot, useLifetime, usePageStore } from '../state/use-page.ts';

/** Says that the person can't apply with their answer (D15, D16). The person can change the answer or end the application. */
export function StopScreen({ step }: { readonly step: Step }) {
  const copy = useCopy();
  const { dispatch } = usePageStore();
  const { end } = useLifetime();
  const { merchantName } = useBoot().program;
  const merchant = merchantName ?? customScreensCopy.localMerchant;

  function askAgain(): void {
    const group = groupAt(step);
    if (group) dispatch({ type: 'answersCleared', group });
  }

  return (
    <>
      <Picture name="gate" />
      <PageHeading>{customScreensCopy.cannotGoOn}</PageHeading>
      <p>{fill(copy, screenCopy(copy, step.screen).stop ?? '', { merchant })}</p>
      <p>{customScreensCopy.stopSafe}</p>
      <PhonePanel />
      <p>
        <Button onPress={() => end('cancel')} label={copy.page.endApplication} />
      </p>
      <NotSaved />
      <ActionBar label={customScreensCopy.changeMyAnswer} onPress={askAgain} />
    </>
  );
}
