import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { InactivityDialog } from '../components/inactivity-dialog.tsx';
import { createIdleClock } from './idle-clock.ts';
import { usePageState, useSession } from './use-session.ts';

const activities = ['click', 'keydown', 'input', 'focusin'] as const;

/** True on the pages where no clock runs: an ended session needs none (spec section 4). */
function isFinished(path: string): boolean {
  return path.startsWith('/apply/finish') || path.startsWith('/error');
}

/** Watches for inactivity, warns, and in the end clears everything and leaves (spec section 4, D24). */
export function Inactivity() {
  const session = useSession();
  const { session: live } = usePageState();
  const [path] = useLocation();
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  // Known at once, not with the next drawing: the dialog takes the focus as it opens, and that is no activity.
  const isWarning = useRef(false);
  const clock = useMemo(
    () => live && createIdleClock(live.timeoutAfterMillis, live.warnCountdownMillis, Date.now()),
    [live],
  );
  const running = clock !== null && !isFinished(path);
  const warned = secondsLeft !== null;

  const restart = () => {
    isWarning.current = false;
    clock?.restart(Date.now());
    setSecondsLeft(null);
  };
  const end = useRef<(type: 'cancel' | 'timeout') => void>(() => undefined);
  end.current = (type) => {
    setSecondsLeft(null);
    session.end(type);
  };

  // Every route begins with a full measure of time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to start again.
  useEffect(restart, [path, clock]);

  useEffect(() => {
    if (!running) return;
    const check = () => {
      const left = clock.secondsLeft(Date.now());
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
    const note = () => {
      if (!isWarning.current && clock.note(Date.now())) session.heartbeat();
    };
    for (const activity of activities) addEventListener(activity, note, { capture: true, passive: true });
    return () => {
      for (const activity of activities) removeEventListener(activity, note, { capture: true });
    };
  }, [running, warned, clock, session]);

  if (secondsLeft === null || !running) return null;
  return (
    <InactivityDialog
      secondsLeft={secondsLeft}
      totalSeconds={clock.warningSeconds}
      onStay={() => {
        restart();
        session.heartbeat();
      }}
      onEnd={() => end.current('cancel')}
    />
  );
}
