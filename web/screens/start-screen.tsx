import { useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
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
  const entered = useRef<string | undefined>(undefined);
  useTitle(undefined);

  const begin = () => {
    entered.current = path;
    return enter(session, path, search);
  };
  useEffect(() => {
    // The first screen has entered here already where its alert is still to be answered.
    if (alert === null && entered.current !== path) void begin();
  });

  return <IntroScreen boot={session.boot} onStart={() => void begin()} />;
}
