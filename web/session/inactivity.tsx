import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { InactivityDialog } from '../components/inactivity-dialog.tsx';
import { usePageState, useSession } from './use-session.ts';

/** Activity counts once in this time (spec section 9). */
const debounceMillis = 500;
/** Activity is reported to the server at most this often (D23). */
const heartbeatMillis = 60_000;
/** The warning is never shorter (D24). */
const shortestWarningMillis = 20_000;

const activities = ['click', 'keydown', 'input', 'focusin'] as const;

/** True on the pages where no clock runs: an ended session needs none (spec section 4). */
function isFinished(path: string): boolean {
  return path.startsWith('/apply/finish') || path.startsWith('/error');
}

/**
 * Watches for inactivity, warns, and in the end clears everything and leaves (spec section 4, D24). It runs from a
 * deadline, so that a tab that slept too long clears at once when it wakes.
 */
export function Inactivity() {
  const session = useSession();
  const { session: live } = usePageState();
  const [path] = useLocation();
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const warnAt = useRef(0);
  // Known at once, not with the next drawing: the dialog takes the focus as it opens, and that is no activity.
  const isWarning = useRef(false);
  const running = live !== null && !isFinished(path);
  const timeout = live?.timeoutAfterMillis ?? 0;
  const warning = Math.max(live?.warnCountdownMillis ?? 0, shortestWarningMillis);
  const warned = secondsLeft !== null;

  const restart = () => {
    isWarning.current = false;
    warnAt.current = Date.now() + timeout;
    setSecondsLeft(null);
  };
  const end = useRef<(type: 'cancel' | 'timeout') => void>(() => undefined);
  end.current = (type) => {
    setSecondsLeft(null);
    session.end(type);
  };

  // Every route begins with a full measure of time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the reason to start again.
  useEffect(restart, [path, live]);

  useEffect(() => {
    if (!running) return;
    const check = () => {
      const now = Date.now();
      if (now >= warnAt.current + warning) end.current('timeout');
      else if (now >= warnAt.current) {
        isWarning.current = true;
        setSecondsLeft(Math.ceil((warnAt.current + warning - now) / 1000));
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
  }, [running, warning]);

  useEffect(() => {
    if (!running || warned) return;
    let noted = 0;
    let reported = Date.now();
    const note = () => {
      const now = Date.now();
      if (isWarning.current || now - noted < debounceMillis) return;
      noted = now;
      warnAt.current = now + timeout;
      if (now - reported < heartbeatMillis) return;
      reported = now;
      session.heartbeat();
    };
    for (const activity of activities) addEventListener(activity, note, { capture: true, passive: true });
    return () => {
      for (const activity of activities) removeEventListener(activity, note, { capture: true });
    };
  }, [running, warned, timeout, session]);

  if (secondsLeft === null || !running) return null;
  return (
    <InactivityDialog
      secondsLeft={Math.max(0, secondsLeft)}
      totalSeconds={Math.round(warning / 1000)}
      onStay={() => {
        restart();
        session.heartbeat();
      }}
      onEnd={() => end.current('cancel')}
    />
  );
}
