import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { nextStep } from '../../form/flow/navigation.ts';
import { urlOf } from '../../form/flow/steps.ts';
import { useBoot, useLifetime, usePageState, usePageStore } from '../state/use-page.ts';
import { IntroScreen } from './intro-screen.tsx';
import { useTitle } from './use-new-screen.ts';

/** An entry route that is reached from within the page, as by "Start again": a new session, and the intro at once. */
export function StartScreen() {
  const boot = useBoot();
  const { application } = usePageStore();
  const { enter } = useLifetime();
  const { alert } = usePageState();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const address = path + search;
  // The first screen has entered here already where its alert is still to be answered.
  const enteredAt = useRef(alert === null ? undefined : address);
  const entering = useRef<Promise<boolean> | undefined>(undefined);
  useTitle(undefined);

  async function begin(): Promise<boolean> {
    enteredAt.current = address;
    entering.current = enter(path, search);
    const entered = await entering.current;
    if (!entered) entering.current = undefined;
    return entered;
  }
  useEffect(() => {
    if (enteredAt.current !== address) void begin();
  });

  /** Goes on once there is a session; a press that comes before starts no second one. */
  async function goOn(): Promise<void> {
    if (await (entering.current ?? begin()))
      navigate(urlOf(nextStep({ screen: 'start', part: 1 }, application())));
  }

  return <IntroScreen boot={boot} onStart={() => void goOn()} />;
}
