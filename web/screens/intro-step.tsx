import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { Step } from '../../form/flow/steps.ts';
import { movingCard } from '../browser/motion.ts';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { resumeParts } from '../lazy/parts.ts';
import { useBoot, useLifetime, usePageState } from '../state/use-page.ts';
import { IntroScreen } from './intro-screen.tsx';
import { useGoNext } from './use-navigation.ts';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/** The intro as a step of the flow. If there is no session yet, a press on the button starts one first. */
export function IntroStep({ step }: { readonly step: Step }) {
  const boot = useBoot();
  const { start } = useLifetime();
  const goNext = useGoNext(step);
  const { session, awaitsNetwork } = usePageState();
  const [busy, setBusy] = useState(false);
  const isOffered = session?.resume.offered === true;
  const { value: resume } = useLazyPart(resumeParts, isOffered);
  const ContinueOffer = isOffered && resume?.continueOffer;
  useTitle(undefined);
  useFocusOnHeading(step.screen);

  async function begin(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const ready = session !== null || (await start(() => void begin()));
    setBusy(false);
    if (ready) await movingCard(() => flushSync(goNext));
  }

  return (
    <IntroScreen
      boot={boot}
      sharesDevice={session?.resume.onDevice === false}
      starting={busy}
      offline={awaitsNetwork}
      onStart={() => void begin()}
      offer={ContinueOffer && <ContinueOffer />}
    />
  );
}
