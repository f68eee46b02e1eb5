/** Prepares browser test files about uploads. */
import { afterAll } from 'vitest';
import { startClamd } from '../stand-in-clamd.ts';
import { setUp } from './set-up.ts';

/** Sets up a test file about uploads. A fake virus scanner scans the documents, and tests can open any screen directly. */
export async function setUpUploads() {
  const clamd = await startClamd();
  afterAll(clamd.stop);
  return { clamd, ...(await setUp({ env: { CLAMD_URL: clamd.url }, persistsSession: true })) };
}
