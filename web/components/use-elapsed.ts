import { useEffect, useState } from 'react';

/** Returns true while something has been running for longer than `millis` milliseconds. */
export function useElapsed(millis: number, isRunning = true): boolean {
  const [isElapsed, setElapsed] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setElapsed(true), millis);
    return () => {
      clearTimeout(timer);
      setElapsed(false);
    };
  }, [millis, isRunning]);
  return isRunning && isElapsed;
}
