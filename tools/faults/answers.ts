/** Computes the figures of responses during an outage of a dependency. */
import { type Figure, mustBeZero, times } from '../../tests/support/figures.ts';
import type { ObservedCall } from '../../tests/support/http-client.ts';

const answerWithinMillis = 3_000;

/** Returns the figure of calls that got a 503 but no Retry-After. `prefix` begins the figure's name. */
export function withoutRetryAfter(calls: readonly ObservedCall[], prefix = ''): Figure {
  const refused = calls.filter(({ status, retryAfter }) => status === 503 && !retryAfter);
  return mustBeZero(`${prefix}503 responses without Retry-After`, refused.length);
}

/** Returns the figure of requests, such as health checks, that did not get the status 200. */
export function without200(what: string, statuses: readonly (number | undefined)[]): Figure {
  return mustBeZero(`${what} without a 200`, statuses.filter((status) => status !== 200).length);
}

/**
 * Returns the figures of the response times (F5). For a call that began before the outage, counts only the time since the outage
 * began. Uploads have a separate figure, because a document waits in a queue and is checked before its call queries the database
 * again. Uploads have a time limit only if the node notices the outage while they wait (`isNoticed`).
 */
export function answerTimes(
  what: string,
  calls: readonly ObservedCall[],
  away: number,
  { isNoticed = false }: { readonly isNoticed?: boolean } = {},
): readonly Figure[] {
  const uploads: number[] = [];
  const others: number[] = [];
  for (const { method, path, begun, ended } of calls) {
    const isUpload = method === 'POST' && path === '/document';
    (isUpload ? uploads : others).push(ended - Math.max(begun, away));
  }
  const limit = isNoticed ? answerWithinMillis : undefined;
  return [
    times(what, others, others.length > 0 ? answerWithinMillis : undefined),
    ...(uploads.length > 0 ? [times(`${what} with a check of a document`, uploads, limit)] : []),
  ];
}
