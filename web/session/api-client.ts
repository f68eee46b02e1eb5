/** Calls to /api/v1. A call never throws: it answers what came back, or that nothing did. */
import type { FieldProblem, ProblemCode } from '../../api/problem.ts';

/** A call that did not succeed; status 0 stands for no answer at all. */
export interface Failure {
  readonly ok: false;
  readonly status: number;
  readonly code: ProblemCode | 'network';
  readonly errors: readonly FieldProblem[];
  /** The answer said when to come back (`Retry-After`), or there was none at all. */
  readonly comeBack: boolean;
}

export type Answer<T> = { readonly ok: true; readonly status: number; readonly body: T } | Failure;

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below /api/v1, with its leading slash. */
  readonly path: string;
  readonly body?: unknown;
  /** Makes a retry of the same POST harmless. */
  readonly idempotencyKey?: string;
  /** Ends the call from outside, in place of the time limit. */
  readonly signal?: AbortSignal;
  /** Lets the call outlive the page; nobody hears its answer. */
  readonly keepalive?: boolean;
}

/** Longest wait for an answer; a phone on a bad network needs time, a dead connection must show. */
const patienceMillis = 30_000;

/** Stands for no answer at all. */
export const networkFailure: Failure = { ok: false, status: 0, code: 'network', errors: [], comeBack: true };

/** Makes one call for a session. */
export async function call<T>(
  webSessionId: string | null,
  { method, path, body, idempotencyKey, signal, keepalive = false }: Call,
): Promise<Answer<T>> {
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

/** Reads a problem answer; whatever else comes with an error's status counts by its status alone. */
export function failureOf(status: number, text: string, retryAfter: string | null): Failure {
  const comeBack = retryAfter !== null;
  try {
    const { code, errors = [] } = JSON.parse(text) as { code: ProblemCode; errors?: readonly FieldProblem[] };
    return { ok: false, status, code, errors, comeBack };
  } catch {
    return { ok: false, status, code: 'internal_error', errors: [], comeBack };
  }
}

/** What says nothing of the call itself, though it names no time: too many calls, a server or its store away. */
const passingStatus: readonly number[] = [429, 502, 503, 504];

/** True where the same call may succeed a little later. */
export function isPassing({ status, comeBack }: Failure): boolean {
  return comeBack || passingStatus.includes(status);
}
