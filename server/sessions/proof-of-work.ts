/**
 * Requires a proof of work (ALTCHA) for each further session start after many starts from one network (D47). A challenge is valid
 * for one program and one network until the limit's window ends. Its solution is accepted only once.
 */
import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Value } from 'typebox/value';
import { type Challenge, SolvedChallenge } from '../../api/challenge.ts';
import { countCallInBucket } from '../db/queries/rate-limits.ts';
import { rateLimited } from '../errors.ts';
import { keyedHash } from '../security/sealing.ts';
import type { Services } from '../services.ts';
import { countCall } from './shared-limits.ts';

/** Number of PBKDF2 iterations for each try to solve a challenge (`docs/decisions/proof-of-work.md`). */
const cost = 5_000;
/** Number of possible solutions of a challenge. All are equally likely. */
const counters = 140;

/**
 * Length in milliseconds of the window in which a solution is accepted only once. It is a multiple of the window of the limit
 * `startWithoutWork`. Challenges expire when that limit's window ends, so the server never forgets a solution while it is valid.
 */
const rememberedMillis = 60 * 60_000;

/** The program and network from which a session is started, and the solution if the call has one. */
interface StartFrom {
  readonly domainKey: string;
  readonly network: string;
  /** The value of the header `X-Challenge-Solution`. */
  readonly solution: string | undefined;
}

/** Counts a start. Above the network's limit, throws `rate_limited` with a challenge unless the call has a valid solution. */
export async function requireWork(services: Services, start: StartFrom): Promise<void> {
  const { wait, windowEnd } = await countCall(services, 'startWithoutWork', start.network);
  if (wait === 0 || (await isWorkDone(services, start, windowEnd))) return;
  throw rateLimited(wait, await newChallenge(services, start, windowEnd));
}

/** Returns the data to which a challenge is bound. An IP address is personal data, so the network is hashed with a key (D62). */
const heldFor = ({ hashKey }: Services, { domainKey, network }: StartFrom, windowEnd: Date) => ({
  for: keyedHash(hashKey, 'challenge', `${domainKey} ${network}`),
  until: windowEnd.toISOString(),
});

const secretsOf = ({ hashKey }: Services) => ({
  hmacSignatureSecret: keyedHash(hashKey, 'challenge', 'signature of its parameters'),
  hmacKeySignatureSecret: keyedHash(hashKey, 'challenge', 'signature of its key'),
});

async function newChallenge(services: Services, start: StartFrom, windowEnd: Date): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(counters),
    data: heldFor(services, start, windowEnd),
    deriveKey,
    ...secretsOf(services),
  });
  return challenge as Challenge;
}

/** Returns whether a call has an unused solution for this program, network and window. Marks this solution as used. */
async function isWorkDone(services: Services, start: StartFrom, windowEnd: Date): Promise<boolean> {
  const solved = solutionIn(start.solution);
  if (!solved) return false;
  const { challenge, solution } = solved;
  const wanted = heldFor(services, start, windowEnd);
  const { data } = challenge.parameters;
  if (data.for !== wanted.for || data.until !== wanted.until) return false;
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(services) });
  if (!verified) return false;
  const once = { max: 1, windowMillis: rememberedMillis };
  return (await countCallInBucket(services.database, `solution:${challenge.signature}`, once)).wait === 0;
}

function solutionIn(header: string | undefined): SolvedChallenge | undefined {
  if (header === undefined) return undefined;
  try {
    const solved: unknown = JSON.parse(Buffer.from(header, 'base64').toString());
    return Value.Check(SolvedChallenge, solved) ? solved : undefined;
  } catch {
    return undefined;
  }
}
