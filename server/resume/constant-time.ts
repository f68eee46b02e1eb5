import { setTimeout as pause } from 'node:timers/promises';

/** The unit of response times in milliseconds: longer than any resume takes on an idle machine. */
const step = 300;

/** Runs `work` and delays its result to a multiple of `step`, so that the time does not reveal what was found (X22). */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    return await work();
  } finally {
    const taken = performance.now() - from;
    await pause(Math.ceil(taken / step) * step - taken);
  }
}
