/** Limits starts, start keys, resumes, codes by email, uploads and submits on all nodes together (D47, docs/api.md, "Limits"). */
import { mailCode } from '../../form/limits/resume-limits.ts';
import {
  type Counted,
  countCallInBucket,
  type Limit,
  uncountCallInBucket,
} from '../db/queries/rate-limits.ts';
import { rateLimited } from '../errors.ts';
import { keyedHash } from '../security/sealing.ts';
import type { Services } from '../services.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The limits if `LIMITS_FACTOR` is 1. Each applies per IP address, unless a comment says otherwise. */
const limits = {
  start: { max: 60, windowMillis: minute },
  // Per network. Beyond this limit, a start requires a proof of work (`proof-of-work.ts`).
  startWithoutWork: { max: 300, windowMillis: 10 * minute },
  key: { max: 10, windowMillis: hour },
  resume: { max: 30, windowMillis: hour },
  resumeByEmail: { max: 60, windowMillis: hour },
  // Emails with codes: per draft and per recipient.
  addressCode: { max: mailCode.perHour, windowMillis: hour },
  linkCode: { max: mailCode.perHour, windowMillis: hour },
  // Uploads and submits: per session.
  upload: { max: 20, windowMillis: hour },
  submit: { max: 10, windowMillis: hour },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof limits;

/** Returns the limit, and the id of the row that counts the calls of `who`. The id contains only a keyed hash of `who` (D62). */
function bucketOf({ hashKey, settings }: Services, name: LimitName, who: string): [id: string, limit: Limit] {
  const { max, windowMillis } = limits[name];
  return [
    `${name}:${keyedHash(hashKey, 'limit', who)}`,
    { max: Math.max(1, Math.floor(max * settings.limitsFactor)), windowMillis },
  ];
}

/**
 * Counts one call of `who`: an IP address or network, the id of a session or draft, or the hash of an email address. Returns the
 * end of the limit's window, and the seconds to wait until then, or 0 if the limit allows the call.
 */
export function countCall(services: Services, name: LimitName, who: string): Promise<Counted> {
  return countCallInBucket(services.database, ...bucketOf(services, name, who));
}

/** Counts one call of `who`. Throws `rate_limited` if the call exceeds the limit. */
export async function limitCalls(services: Services, name: LimitName, who: string): Promise<void> {
  const { wait } = await countCall(services, name, who);
  if (wait > 0) throw rateLimited(wait);
}

/** Undoes `countCall` for a call that should not count. Every call counts at first, so parallel calls can't exceed the limit. */
export async function uncountCall(services: Services, name: LimitName, who: string): Promise<void> {
  await uncountCallInBucket(services.database, ...bucketOf(services, name, who));
}
