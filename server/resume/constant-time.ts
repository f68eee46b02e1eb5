import { setTimeout as pause } from 'node:timers/promises';

/** `inConstantTime` lasts a multiple of this many milliseconds. On an idle machine, resuming a draft takes less than one step. */
const step = 300;

/** Runs `work`, and delays its result to a multiple of `step`, so the time does not reveal whether a draft was found (X22). */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    return await work();
  } finally {
    const taken = performance.now() - from;
    await pause(Math.ceil(taken / step) * step - taken);
  }
}
