/** Renders the intro when it is not prerendered: if the loaded page goes to an entry route, and as a step of the flow. */
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useSearch } from 'wouter';
import type { Step } from '../../form/flow/steps.ts';
import { movingCard } from '../browser/motion.ts';
import { useLazyPart } from '../lazy/lazy-part.ts';
import { useBoot, useLifetime, usePageState, usePageStore } from '../state/use-page.ts';
import { IntroScreen } from './intro-screen.tsx';
import { resumeParts } from './parts.ts';
import { useBusy } from './use-busy.ts';
import { useGoNext } from './use-navigation.ts';
import { useFocusOnHeading, useTitle } from './use-new-screen.ts';

/** Shown if the page itself goes to an entry route, for example after “Start a new application”. Starts a session. */
export function StartScreen() {
  const boot = useBoot();
  const { getState } = usePageStore();
  const { enter, entering } = useLifetime();
  const { alert, awaitsNetwork } = usePageState();
  const [path] = useLocation();
  const goNext = useGoNext({ screen: 'start', part: 1 });
  const [starting, setStarting] = useState(false);
  const search = useSearch();
  const address = path + search;
  // If an alert is open, the prerendered screen has already tried to start a session at this URL. Do not try a second time.
  const enteredAt = useRef(alert === null ? undefined : address);
  useTitle(undefined);

  function begin(): Promise<boolean> {
    enteredAt.current = address;
    return enter(path, search);
  }
  useEffect(() => {
    if (enteredAt.current !== address) void begin();
  });

  /** Goes to the first question once there is a session. If a session is already being started, waits for it. */
  async function proceed(): Promise<void> {
    setStarting(true);
    const entered = await (entering() ?? (getState().session !== null || begin()));
    setStarting(false);
    if (entered) await movingCard(() => flushSync(goNext));
  }

  return (
    <IntroScreen boot={boot} starting={starting} offline={awaitsNetwork} onStart={() => void proceed()} />
  );
}

/** The intro as a step of the flow. If there is no session yet, a press on the button first starts a session. */
export function IntroStep({ step }: { readonly step: Step }) {
  const boot = useBoot();
  const { start } = useLifetime();
  const goNext = useGoNext(step);
  const { session, awaitsNetwork } = usePageState();
  const { busy, during } = useBusy();
  const isOffered = session?.resume.offered === true;
  const { value: resume } = useLazyPart(resumeParts, isOffered);
  const ContinueOffer = isOffered && resume?.ContinueOffer;
  useTitle(undefined);
  useFocusOnHeading(step.screen);

  async function begin(): Promise<void> {
    if (busy) return;
    const ready = session !== null || (await during(start(() => void begin())));
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
