/** Solves the proof of work that a start may need (D47), off the main thread. Loaded only then. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '../../api/challenge.ts';

/** Returns the value of the header `X-Challenge-Solution`. Rejects without https, where browsers derive no keys. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
