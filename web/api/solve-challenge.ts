/**
 * Does the work that a start may ask for (D47). The browser derives keys beside the page's thread, so that the page
 * stays as quick as ever. Loaded only when it is asked for.
 */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '../../api/challenge.ts';

/** The value of the header `X-Challenge-Solution`. Rejects where the page is not a secure one, which has no such keys. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
