/** The limits on start, keys, uploads and submit, shared by all nodes (D47, api "Limits"). */

import { mailCode } from '../../form/limits/resume-limits.ts';
import type { Limit } from '../db/queries/rate-limits.ts';
import { type Counted, giveBackToLimit, takeFromLimit } from '../db/queries/rate-limits.ts';
import { rateLimited } from '../errors.ts';
import { keyedHash } from '../security/sealing.ts';
import type { Services } from '../services.ts';

const minute = 60_000;
const hour = 60 * minute;

/** What is limited, at factor 1: starts, missed keys and tries to come back by address, uploads and submits by session. */
const limits = {
  start: { max: 60, windowMillis: minute },
  // Past it a start is not refused, but asks for work (`proof-of-work.ts`).
  startWithoutWork: { max: 300, windowMillis: 10 * minute },
  key: { max: 10, windowMillis: hour },
  resume: { max: 30, windowMillis: hour },
  // Calls of the way by email, by the caller's address; the mails that they cause, by draft and by where they go.
  resumeByEmail: { max: 60, windowMillis: hour },
  addressCode: { max: mailCode.perHour, windowMillis: hour },
  linkCode: { max: mailCode.perHour, windowMillis: hour },
  upload: { max: 20, windowMillis: hour },
  submit: { max: 10, windowMillis: hour },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** The row that counts the calls of `who`: an address is personal, so the store gets only its keyed hash (D62). */
const bucketOf = (services: Services, name: LimitName, who: string) =>
  `${name}:${keyedHash(services.hashKey, 'limit', who)}`;

function scaled(services: Services, name: LimitName): Limit {
  const { max, windowMillis } = limits[name];
  return { max: Math.max(1, Math.floor(max * services.settings.limitsFactor)), windowMillis };
}

/** Counts one call of `who`, an address, a network or a session id. */
export function countCall(services: Services, name: LimitName, who: string): Promise<Counted> {
  return takeFromLimit(services.database, bucketOf(services, name, who), scaled(services, name));
}

/** Counts one call of `who`. Throws `rate_limited` past the limit. */
export async function limitCalls(services: Services, name: LimitName, who: string): Promise<void> {
  const { wait } = await countCall(services, name, who);
  if (wait > 0) throw rateLimited(wait);
}

/**
 * Takes back a call that `limitCalls` has counted, for a limit on misses alone: a miss is counted before it is known to
 * be one, or as many as are sent at once would pass.
 */
export async function uncountCall(services: Services, name: LimitName, who: string): Promise<void> {
  await giveBackToLimit(services.database, bucketOf(services, name, who), scaled(services, name));
}
