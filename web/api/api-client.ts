/** Calls to /api/v1. A call never throws: it resolves with the response, or says that there was none. */
import type { ErrorCode, FieldErrorBody } from '../../api/error.ts';

/** A call that did not succeed; status 0 stands for no response at all. */
export interface Failure {
  readonly ok: false;
  readonly status: number;
  readonly code: ErrorCode | 'network';
  readonly errors: readonly FieldErrorBody[];
  /** After how many milliseconds the server said to try again (`Retry-After`); null where it did not. */
  readonly retryAfter: number | null;
}

export type ApiResponse<T> = { readonly ok: true; readonly status: number; readonly body: T } | Failure;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below /api/v1, with its leading slash. */
  readonly path: string;
  readonly body?: unknown;
  /** Makes a retry of the same POST harmless. */
  readonly idempotencyKey?: string;
  /** Ends the call from outside, in place of the time limit. */
  readonly signal?: AbortSignal;
  /** Lets the call outlive the page; its response is not read. */
  readonly keepalive?: boolean;
}

/** Longest wait for a response: a phone on a bad network needs time, and a dead connection must be noticed. */
const patienceMillis = 30_000;

/** Stands for no response at all. */
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
  { method, path, body, idempotencyKey, signal, keepalive = false }: Call,
): Promise<ApiResponse<T>> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (webSessionId !== null) headers['x-web-session-id'] = webSessionId;
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey;
  try {
    const response = await fetch(`/api/v1${path}`, {
      method,
      headers,
      credentials: 'same-origin',
      keepalive,
      signal: signal ?? AbortSignal.timeout(patienceMillis),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) {
      const content = response.status === 204 ? undefined : await response.json();
      return { ok: true, status: response.status, body: content as T };
    }
    return failureOf(response.status, await response.text(), response.headers.get('retry-after'));
  } catch {
    return networkFailure;
  }
}

/** Reads a problem response; any other body of a failed call counts by its status alone. */
export function failureOf(status: number, text: string, retryAfterHeader: string | null): Failure {
  const retryAfter = millisUntil(retryAfterHeader);
  try {
    const { code, errors = [] } = JSON.parse(text) as { code: ErrorCode; errors?: readonly FieldErrorBody[] };
    return { ok: false, status, code, errors, retryAfter };
  } catch {
    return { ok: false, status, code: 'internal_error', errors: [], retryAfter };
  }
}

/** A clock that is wrong, here or there, must not keep anybody waiting for hours. */
const longestRetryAfter = 5 * 60_000;

/** Reads `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3); 0 for what is neither. */
function millisUntil(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const millis = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(millis) ? 0 : Math.min(Math.max(millis, 0), longestRetryAfter);
}

/** Statuses that say nothing of the call itself: no response, or a server or store that cannot be reached. */
const awayStatus: readonly number[] = [0, 408, 429, 502, 503, 504];

/** True where the call was not processed: there was no response, or only one that says when to try again. */
export function isAway({ status, retryAfter }: Failure): boolean {
  return retryAfter !== null || awayStatus.includes(status);
}

/** True where the same call may succeed a little later. */
export function isPassing(failure: Failure): boolean {
  return isAway(failure) || failure.status >= 500;
}
