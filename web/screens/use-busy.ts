import { useState } from 'react';

export interface Busy {
  /** True while work is under way: the screen says "Saving…" and starts nothing else. */
  readonly busy: boolean;
  readonly during: <T>(work: Promise<T>) => Promise<T>;
}

/** Whether a screen is waiting for the server. */
export function useBusy(): Busy {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    during: async (work) => {
      setBusy(true);
      const result = await work;
      setBusy(false);
      return result;
    },
  };
}
