/**
 * Proof of work for starts (D47): once many came from one network, each further one costs its machine some work, by
 * ALTCHA's scheme. People notice nothing, and pay once; who starts thousands pays thousands of times.
 *
 * A challenge holds for one host and network, until the window of the limit ends, by the database's time: in the next
 * window starts need none. It is used once, on whatever node.
 */
import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Value } from 'typebox/value';
import { type Challenge, SolvedChallenge } from '../../api/challenge.ts';
import { takeFromLimit } from '../db/queries/rate-limits.ts';
import { rateLimited } from '../errors.ts';
import { keyedHash } from '../security/sealing.ts';
import type { Services } from '../services.ts';
import { countCall } from './shared-limits.ts';

/**
 * Iterations of PBKDF2 for one try, and counters from 0 up of which one is right, each as likely as the others. So on average
 * it takes 70 tries, 350,000 iterations, in whatever order they are tried. How long that is: docs/decisions/proof-of-work.md.
 */
const cost = 5_000;
const counters = 140;

/** Longer than any window: what has been used is remembered at least until it would not count any more. */
const rememberedMillis = 60 * 60_000;

/** Where a start comes from and what it brought. */
interface StartFrom {
  readonly domainKey: string;
  /** `networkForLimits`. */
  readonly network: string;
  /** The header `X-Challenge-Solution`. */
  readonly solution: string | undefined;
}

/** Counts a start. Throws `rate_limited` with a challenge where its network has had many, unless it brings the solution of one. */
export async function askForWork(services: Services, start: StartFrom): Promise<void> {
  const { wait, windowEnd } = await countCall(services, 'startWithoutWork', start.network);
  if (wait === 0 || (await isWorkDone(services, start, windowEnd))) return;
  throw rateLimited(wait, await newChallenge(services, start, windowEnd));
}

/** What a challenge holds for; an address is personal, so not in clear (D62). */
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

/** Whether a start brings a solution of this host, network and window that was not used before; it is used then. */
async function isWorkDone(services: Services, start: StartFrom, windowEnd: Date): Promise<boolean> {
  const solved = solutionIn(start.solution);
  if (!solved) return false;
  const { challenge, solution } = solved;
  const wanted = heldFor(services, start, windowEnd);
  const { data } = challenge.parameters;
  if (data.for !== wanted.for || data.until !== wanted.until) return false;
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(services) });
  if (!verified) return false;
  const bucket = `solution:${challenge.signature}`;
  const { wait } = await takeFromLimit(services.database, bucket, { max: 1, windowMillis: rememberedMillis });
  return wait === 0;
}

/** Undefined if it is none. */
function solutionIn(header: string | undefined): SolvedChallenge | undefined {
  if (header === undefined) return undefined;
  try {
    const solved: unknown = JSON.parse(Buffer.from(header, 'base64').toString());
    return Value.Check(SolvedChallenge, solved) ? solved : undefined;
  } catch {
    return undefined;
  }
}
