import { setTimeout as pause } from 'node:timers/promises';

/** A step of time, in milliseconds: longer than the work of any resume on an idle machine. */
const step = 300;

/** Does some work and takes a whole number of steps for it, so that the time says nothing of what was found (X22). */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    return await work();
  } finally {
    const taken = performance.now() - from;
    await pause(Math.ceil(taken / step) * step - taken);
  }
}
