import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { serverTime, watchForJumps } from '../../api/server-time.ts';
import { holdEntry } from '../../browser/history-entries.ts';
import { useLifetime, usePageState } from '../../state/use-page.ts';
import { createIdleClock, type IdleClock } from './idle-clock.ts';
import { InactivityDialog } from './inactivity-dialog.tsx';

/** Events that count as activity (D52). They include pointer moves and scrolling, because a reader may do nothing else. */
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

/** Paths without an inactivity timer, because the session is already over when the page shows them (spec section 4). */
const finished = /^\/(apply\/finish|error)/;

/** Warns about inactivity. When the time is up, clears all data and shows the finish page (spec section 4, D24). */
export function Inactivity() {
  const lifetime = useLifetime();
  const { session: live, unclear } = usePageState();
  const [path] = useLocation();
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  // A ref, because it must be true before the dialog is rendered: the dialog takes the focus, which must not count as activity.
  const isWarning = useRef(false);
  const clock = useMemo(
    () => live && createIdleClock(live.timeoutAfterMillis, live.warnCountdownMillis, serverTime.elapsed()),
    [live],
  );
  // The timer stops while the page repeats a submit to find out its unclear result. The page gives up after a limited time.
  const running = clock !== null && !finished.test(path) && !unclear;
  const warned = secondsLeft !== null;

  function restart(): void {
    isWarning.current = false;
    clock?.restart(serverTime.elapsed());
    setSecondsLeft(null);
  }

  /** Reports activity to the server. If the server may not have received the report, calls `ifLost`, a method of the timer. */
  async function tellServer(ifLost: 'reportLost' | 'doubt' = 'reportLost'): Promise<void> {
    if (!(await lifetime.heartbeat())) clock?.[ifLost](serverTime.elapsed());
  }

  function stay(): void {
    restart();
    void tellServer();
  }

  function end(type: 'cancel' | 'timeout'): void {
    setSecondsLeft(null);
    lifetime.end(type);
  }

  // Every new screen restarts the timer. So does the end of a submit whose result was unclear.
  // biome-ignore lint/correctness/useExhaustiveDependencies: restart for each new path.
  useEffect(restart, [path, clock, unclear]);

  const onCheck = useEffectEvent((of: IdleClock, hasJumped: boolean) => {
    const now = serverTime.elapsed();
    if (hasJumped) void tellServer('doubt');
    if (of.look(now, document.hasFocus()) || of.isReportOwed(now)) void tellServer();
    const left = of.secondsLeft(now);
    if (left === 0) end('timeout');
    else if (left !== null) {
      isWarning.current = true;
      setSecondsLeft(left);
    }
  });

  useEffect(() => {
    if (!running) return;
    const hasJumped = watchForJumps();
    const check = () => onCheck(clock, hasJumped());
    const timer = setInterval(check, 1000);
    addEventListener('pageshow', check);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearInterval(timer);
      removeEventListener('pageshow', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [running, clock]);

  const onActivity = useEffectEvent((of: IdleClock, { type, target }: Event) => {
    const now = serverTime.elapsed();
    if (type === 'click' && (target as Element).closest('[target]')) of.opened(now);
    if (!isWarning.current && of.note(now)) void tellServer();
  });

  useEffect(() => {
    if (!running || warned) return;
    const note = (event: Event) => onActivity(clock, event);
    for (const activity of activities) addEventListener(activity, note, { capture: true, passive: true });
    return () => {
      for (const activity of activities) removeEventListener(activity, note, { capture: true });
    };
  }, [running, warned, clock]);

  // The Back button also continues the session.
  const onBack = useEffectEvent(stay);
  useEffect(() => (running && warned ? holdEntry(() => onBack()) : undefined), [running, warned]);

  if (secondsLeft === null || !running) return null;
  return (
    <InactivityDialog
      secondsLeft={secondsLeft}
      totalSeconds={clock.warningSeconds}
      onStay={stay}
      onEnd={() => end('cancel')}
    />
  );
}
