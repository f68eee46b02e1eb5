import { useState } from 'react';

export interface Busy {
  /** Something is waited for: the screen says "Saving…", and nothing else is begun. */
  readonly busy: boolean;
  readonly during: <T>(work: Promise<T>) => Promise<T>;
}

/** Whether a screen waits for the server. */
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
