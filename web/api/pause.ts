/** The pause before a call that failed is made again: of saves, uploads and calls that wait for the network (D44). */
import type { Repeat } from './after-failure.ts';

export interface Pause {
  /** Resolves when the pause has ended, by itself or before its time. */
  readonly over: Promise<void>;
  /** Ends it before its time; once it is over, nothing happens. */
  readonly end: () => void;
  /** Ends it because the network or the person is back, unless the server said how long to wait. */
  readonly hurry: () => void;
}

/** Begins the pause that follows a failure. */
export function pauseFor({ pause, mayHurry }: Repeat): Pause {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pause);
    end = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  return { over, end, hurry: () => mayHurry && end() };
}
