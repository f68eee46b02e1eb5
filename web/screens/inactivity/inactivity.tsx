import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { serverTime, watchForJumps } from '../../api/server-time.ts';
import { holdEntry } from '../../browser/history-entries.ts';
import { useLifetime, usePageState } from '../../state/use-page.ts';
import { createIdleClock } from './idle-clock.ts';
import { InactivityDialog } from './inactivity-dialog.tsx';

/** What tells that someone is there, anywhere on the page and in its dialogs (D52): who reads only moves and scrolls. */
const activities = [
  'click',
  'keydown',
  'input',
  'focusin',
  'touchstart',
  'touchmove',
  'scroll',
  'wheel',
  'pointermove',
] as const;

/** True on pages that need no clock, because the session has ended (spec section 4). */
function isFinished(path: string): boolean {
  return path.startsWith('/apply/finish') || path.startsWith('/error');
}

/** Warns of inactivity; when time is up, clears everything and shows the finish page (spec section 4, D24). */
export function Inactivity() {
  const lifetime = useLifetime();
  const { session: live, unclear } = usePageState();
  const [path] = useLocation();
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  // A ref, because it must be set before the next render: the dialog takes the focus as it opens, which is not
  // activity.
  const isWarning = useRef(false);
  const clock = useMemo(
    () => live && createIdleClock(live.timeoutAfterMillis, live.warnCountdownMillis, serverTime.elapsed()),
    [live],
  );
  // Nobody can do anything while a submit is unclear; the asking has an end of its own.
  const running = clock !== null && !isFinished(path) && !unclear;
  const warned = secondsLeft !== null;

  const restart = () => {
    isWarning.current = false;
    clock?.restart(serverTime.elapsed());
    setSecondsLeft(null);
  };
  /** Tells the server that someone is there; until it knows, the report is owed. */
  const tellServer = useRef<() => void>(() => undefined);
  tellServer.current = () =>
    void lifetime.heartbeat().then((isKnown) => isKnown || clock?.reportLost(serverTime.elapsed()));
  /** Asks the server how much time has passed, in the heartbeat's response; what cannot be asked is doubted. */
  const askServer = useRef<() => void>(() => undefined);
  askServer.current = () =>
    void lifetime.heartbeat().then((isKnown) => isKnown || clock?.doubt(serverTime.elapsed()));
  const end = useRef<(type: 'cancel' | 'timeout') => void>(() => undefined);
  end.current = (type) => {
    setSecondsLeft(null);
    lifetime.end(type);
  };

  // Every new screen restarts the whole time, and so does a submit that was unclear.
  // biome-ignore lint/correctness/useExhaustiveDependencies: restart for each new path.
  useEffect(restart, [path, clock, unclear]);

  useEffect(() => {
    if (!running) return;
    const hasJumped = watchForJumps();
    const check = () => {
      if (hasJumped()) askServer.current();
      if (clock.look(serverTime.elapsed(), document.hasFocus()) || clock.isReportOwed(serverTime.elapsed()))
        tellServer.current();
      const left = clock.secondsLeft(serverTime.elapsed());
      if (left === 0) end.current('timeout');
      else if (left !== null) {
        isWarning.current = true;
        setSecondsLeft(left);
      }
    };
    const timer = setInterval(check, 1000);
    addEventListener('pageshow', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      removeEventListener('pageshow', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [running, clock]);

  useEffect(() => {
    if (!running || warned) return;
    const note = ({ type, target }: Event) => {
      if (type === 'click' && (target as Element).closest('[target]')) clock.opened(serverTime.elapsed());
      if (!isWarning.current && clock.note(serverTime.elapsed())) tellServer.current();
    };
    for (const activity of activities) addEventListener(activity, note, { capture: true, passive: true });
    return () => {
      for (const activity of activities) removeEventListener(activity, note, { capture: true });
    };
  }, [running, warned, clock]);

  const stay = useRef<() => void>(() => undefined);
  stay.current = () => {
    restart();
    tellServer.current();
  };

  // Back, too, means stay.
  useEffect(() => (running && warned ? holdEntry(() => stay.current()) : undefined), [running, warned]);

  if (secondsLeft === null || !running) return null;
  return (
    <InactivityDialog
      secondsLeft={secondsLeft}
      totalSeconds={clock.warningSeconds}
      onStay={() => stay.current()}
      onEnd={() => end.current('cancel')}
    />
  );
}
