/** Calls to /api/v1. A call never throws: it resolves with the response, or says that there was none. */
import type { Challenge } from '../../api/challenge.ts';
import type { ErrorCode, FieldErrorBody, ProblemDetails } from '../../api/error.ts';
import { serverTime } from './server-time.ts';

/** A call that failed; a status of 0 means no response. */
export interface Failure {
  readonly ok: false;
  readonly status: number;
  /** `network`: no answer of ours, but none at all or that of something in between. */
  readonly code: ErrorCode | 'network';
  readonly errors: readonly FieldErrorBody[];
  /** Milliseconds after which to try again, from `Retry-After`; null if the server named none. */
  readonly retryAfter: number | null;
  /** What may be done instead of waiting. */
  readonly challenge?: Challenge | undefined;
}

export type ApiResponse<T> = { readonly ok: true; readonly status: number; readonly body: T } | Failure;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below /api/v1, with a leading slash. */
  readonly path: string;
  readonly body?: unknown;
  /** Makes a retry of the same POST harmless. */
  readonly idempotencyKey?: string;
  /** The solution of a `challenge`. */
  readonly solution?: string;
  /** Aborts the call; replaces the time limit. */
  readonly signal?: AbortSignal;
}

/**
 * Longest wait for a response, in milliseconds: long enough for a bad mobile network, short enough to notice a dead
 * one.
 */
const patienceMillis = 30_000;

/** The failure of a call without a response. */
export const networkFailure: Failure = {
  ok: false,
  status: 0,
  code: 'network',
  errors: [],
  retryAfter: null,
};

/** Makes one call for a session. */
export async function call<T>(
  webSessionId: string | null,
  { method, path, body, idempotencyKey, solution, signal }: Call,
): Promise<ApiResponse<T>> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (webSessionId !== null) headers['x-web-session-id'] = webSessionId;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  if (solution !== undefined) headers['x-challenge-solution'] = solution;
  const sentAt = performance.now();
  try {
    const response = await fetch(`/api/v1${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      signal: signal ?? AbortSignal.timeout(patienceMillis),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) {
      serverTime.learn(response.headers.get('x-server-time'), sentAt);
      const content = response.status === 204 ? undefined : await response.json();
      return { ok: true, status: response.status, body: content as T };
    }
    return failureOf(response.status, await response.text(), response.headers.get('retry-after'));
  } catch {
    return networkFailure;
  }
}

/** Reads an error response. If the body is not a problem document, the server did not write it; only the status counts. */
export function failureOf(status: number, text: string, retryAfterHeader: string | null): Failure {
  const retryAfter = millisUntil(retryAfterHeader);
  try {
    const {
      code,
      errors = [],
      challenge,
    } = JSON.parse(text) as Pick<ProblemDetails, 'code' | 'errors' | 'challenge'>;
    return { ok: false, status, code, errors, retryAfter, challenge };
  } catch {
    const code = status >= 500 ? 'network' : 'internal_error';
    return { ok: false, status, code, errors: [], retryAfter };
  }
}

/** An upper limit, so that a wrong clock on either side makes nobody wait for hours. */
const longestRetryAfter = 5 * 60_000;

/** Reads `Retry-After`, seconds or a date (RFC 9110, section 10.2.3), in milliseconds; 0 if it is neither. */
function millisUntil(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const millis = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - serverTime.now().getTime();
  return Number.isNaN(millis) ? 0 : Math.min(Math.max(millis, 0), longestRetryAfter);
}

/** Statuses that say nothing about the call itself: no response, or a server or database that cannot be reached. */
const awayStatus: readonly number[] = [0, 408, 429, 502, 503, 504];

/** True if the call was not processed: no response, or one that says when to try again. */
export function isAway({ status, retryAfter }: Failure): boolean {
  return retryAfter !== null || awayStatus.includes(status);
}

/** True if the same call may succeed later. */
export function isPassing(failure: Failure): boolean {
  return isAway(failure) || failure.status >= 500;
}
