/** Prepares the tests of uploads in a browser. */
import { afterAll } from 'vitest';
import { startClamd } from '../stand-in-clamd.ts';
import { setUp } from './set-up.ts';

/** What a test file of uploads stands on: documents are scanned by the stand-in, and each screen can be arrived at. */
export async function setUpUploads() {
  const clamd = await startClamd();
  afterAll(clamd.stop);
  return { clamd, ...(await setUp({ env: { CLAMD_URL: clamd.url }, persistsSession: true })) };
}
