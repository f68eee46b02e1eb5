import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { urlOf } from '../../form/places.ts';
import { nextPlace } from '../../form/walk.ts';
import { enter } from '../session/enter.ts';
import { usePageState, useSession } from '../session/use-session.ts';
import { IntroScreen } from './intro-screen.tsx';
import { useTitle } from './screen-frame.tsx';

/** An entry route that is reached from within the page, as by "Start again": a new session, and the intro at once. */
export function StartScreen() {
  const session = useSession();
  const { alert } = usePageState();
  const [path] = useLocation();
  const search = useSearch();
  const address = path + search;
  // The first screen has entered here already where its alert is still to be answered.
  const enteredAt = useRef(alert === null ? undefined : address);
  const entering = useRef<Promise<boolean> | undefined>(undefined);
  useTitle(undefined);

  async function begin(): Promise<boolean> {
    enteredAt.current = address;
    entering.current = enter(session, path, search);
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
      session.navigate(urlOf(nextPlace({ screen: 'start', part: 1 }, session.situation())));
  }

  return <IntroScreen boot={session.boot} onStart={() => void goOn()} />;
}
