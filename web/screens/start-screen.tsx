import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useSearch } from 'wouter';
import { nextStep } from '../../form/flow/navigation.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { movingCard } from '../browser/motion.ts';
import { useBoot, useLifetime, usePageState, usePageStore } from '../state/use-page.ts';
import { IntroScreen } from './intro-screen.tsx';
import { useTitle } from './use-new-screen.ts';

/** An entry route opened from within the page, such as by "Start again": starts a new session and shows the intro. */
export function StartScreen() {
  const boot = useBoot();
  const { application, getState } = usePageStore();
  const { enter, entering } = useLifetime();
  const { alert, awaitsNetwork } = usePageState();
  const [path, navigate] = useLocation();
  const [starting, setStarting] = useState(false);
  const search = useSearch();
  const address = path + search;
  // If an alert is open, the first screen has already tried this address; do not try it a second time.
  const enteredAt = useRef(alert === null ? undefined : address);
  useTitle(undefined);

  function begin(): Promise<boolean> {
    enteredAt.current = address;
    return enter(path, search);
  }
  useEffect(() => {
    if (enteredAt.current !== address) void begin();
  });

  /** Goes on once there is a session. Waits for one that is being started instead of starting a second. */
  async function goOn(): Promise<void> {
    setStarting(true);
    const entered = await (entering() ?? (getState().session !== null || begin()));
    setStarting(false);
    if (!entered) return;
    const url = urlOf(nextStep({ screen: 'start', part: 1 }, application()));
    await movingCard(() => flushSync(() => navigate(url)));
  }

  return <IntroScreen boot={boot} starting={starting} offline={awaitsNetwork} onStart={() => void goOn()} />;
}
