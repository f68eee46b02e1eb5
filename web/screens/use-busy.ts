import { useState } from 'react';

/** Returns whether a screen is waiting for the server, and a function that makes the screen wait for a promise. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  async function during<T>(work: Promise<T>): Promise<T> {
    setBusy(true);
    const result = await work;
    setBusy(false);
    return result;
  }
  return { busy, during };
}
