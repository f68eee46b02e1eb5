/** Makes calls to /api/v1. A call never rejects: it resolves to the response or a failure. */
import type { Challenge } from '../../api/challenge.ts';
import type { ErrorCode, FieldErrorBody, ProblemDetails } from '../../api/error.ts';
import { serverTime } from './server-time.ts';

/** A failed call. A status of 0 means that there was no response. */
export interface Failure {
  readonly ok: false;
  readonly status: number;
  /**
   * The code in the response; `network` if there was no response. An error from a proxy has no code: it counts as `network` if
   * its status is at least 500, otherwise as `internal_error`.
   */
  readonly code: ErrorCode | 'network';
  readonly errors: readonly FieldErrorBody[];
  /** Milliseconds to wait before the next attempt, from `Retry-After`; null without that header. */
  readonly retryAfter: number | null;
  /** A proof of work that the page can solve instead of waiting. */
  readonly challenge?: Challenge | undefined;
}

export type ApiResponse<T> = { readonly ok: true; readonly body: T } | Failure;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path below /api/v1, with a leading slash. */
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  /** The solution of the `challenge` of an earlier failure. */
  readonly solution?: string;
  /** Aborts the call. With a signal, the call has no timeout. */
  readonly signal?: AbortSignal;
}

/** Milliseconds to wait for a response. Long enough for a slow mobile network, but limited in case the connection is dead. */
const timeoutMillis = 30_000;

export const networkFailure: Failure = {
  ok: false,
  status: 0,
  code: 'network',
  errors: [],
  retryAfter: null,
};

/** Makes one call. The call belongs to a session, unless `webSessionId` is null. */
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
      signal: signal ?? AbortSignal.timeout(timeoutMillis),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) {
      serverTime.learn(response.headers.get('x-server-time'), sentAt);
      const content = response.status === 204 ? undefined : await response.json();
      return { ok: true, body: content as T };
    }
    return failureOf(response.status, await response.text(), response.headers.get('retry-after'));
  } catch {
    return networkFailure;
  }
}

/** Returns the failure of an error response. A body that is not a problem document of our API comes from a proxy and is ignored. */
export function failureOf(status: number, text: string, retryAfterHeader: string | null): Failure {
  const failure = { ok: false, status, retryAfter: millisUntil(retryAfterHeader) } as const;
  try {
    const { code, errors = [], challenge }: ProblemDetails = JSON.parse(text);
    if (typeof code === 'string') return { ...failure, code, errors, challenge };
  } catch {
    // The body is not JSON.
  }
  return { ...failure, code: status >= 500 ? 'network' : 'internal_error', errors: [] };
}

/** The longest wait (milliseconds) that the page accepts from `Retry-After`. A date in that header may be from a wrong clock. */
const longestRetryAfterMillis = 5 * 60_000;

/** Returns the wait that `Retry-After` states (RFC 9110, 10.2.3), in milliseconds: 0 if it is invalid, null if it is missing. */
function millisUntil(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const millis = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - serverTime.now().getTime();
  return Number.isNaN(millis) ? 0 : Math.min(Math.max(millis, 0), longestRetryAfterMillis);
}

/** Returns true if there was no response, if the server was overloaded or unavailable, or if the response has `Retry-After`. */
export function isAway({ status, retryAfter }: Failure): boolean {
  return retryAfter !== null || [0, 408, 429, 502, 503, 504].includes(status);
}

/** Returns true if the failure is temporary, so the same call may succeed later. */
export function isPassing(failure: Failure): boolean {
  return isAway(failure) || failure.status >= 500;
}
