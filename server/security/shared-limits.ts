/** The limits on start, keys, uploads and submit, shared by all nodes (D47, api "Limits"). */

import type { Limit } from '../db/queries/rate-limits.ts';
import { takeFromLimit } from '../db/queries/rate-limits.ts';
import { ApiError } from '../http/errors.ts';
import type { Services } from '../start/services.ts';
import { keyedHash } from './sealing.ts';

const minute = 60_000;
const hour = 60 * minute;

/** What is limited, at factor 1: starts and missed keys by address, uploads and submits by session. */
const limits = {
  start: { max: 60, windowMillis: minute },
  key: { max: 10, windowMillis: hour },
  upload: { max: 20, windowMillis: hour },
  submit: { max: 10, windowMillis: hour },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;

/** Counts one call of `who`, an address or a session id. Throws `rate_limited` past the limit. */
export async function limitCalls(
  services: Services,
  name: LimitName,
  who: string,
  options: { readonly count: boolean } = { count: true },
): Promise<void> {
  const { max, windowMillis } = limits[name];
  const scaled = { max: Math.max(1, Math.floor(max * services.settings.limitsFactor)), windowMillis };
  // An address is personal: the store gets only its keyed hash (D62).
  const bucket = `${name}:${keyedHash(services.hashKey, 'limit', who)}`;
  const wait = await takeFromLimit(services.database, bucket, scaled, options);
  if (wait > 0)
    throw new ApiError('rate_limited', `Too many requests. Try again in ${wait} seconds.`, {
      retryAfter: wait,
    });
}
