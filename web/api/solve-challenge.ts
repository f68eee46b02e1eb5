/** Solves the proof of work that the server may require before it starts a session (D47), off the main thread. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '../../api/challenge.ts';

/** Returns the value of `X-Challenge-Solution`. Rejects on a page without https, because browsers derive keys only with https. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
