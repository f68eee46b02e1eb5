/** Prepares the tests of uploads in a browser. */
import { afterAll } from 'vitest';
import { startClamd } from '../stand-in-clamd.ts';
import { setUp } from './set-up.ts';

/** Sets up a test file of uploads: a stand-in scans documents, and each screen can be opened directly. */
export async function setUpUploads() {
  const clamd = await startClamd();
  afterAll(clamd.stop);
  return { clamd, ...(await setUp({ env: { CLAMD_URL: clamd.url }, persistsSession: true })) };
}
