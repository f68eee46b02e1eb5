/** Checks error responses (docs/api.md, "Errors", RFC 9457): each member must be correct, and no other member may be present. */
import { expect } from 'vitest';
import type { ErrorCode, FieldErrorBody, ProblemDetails } from '../../api/error.ts';
import { errorCodes } from '../../api/error.ts';
import type { Reply } from './api-client.ts';

const statuses: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 400,
  validation_failed: 400,
  session_invalid: 401,
  forbidden: 403,
  domain_not_found: 404,
  resource_not_found: 404,
  conflict: 409,
  agreement_unread: 409,
  stale: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal_error: 500,
  not_implemented: 501,
  unavailable: 503,
};

/** Expects an error with this code. `errors` lists the wrong fields in any order; by default there are none. */
export function expectError(
  reply: Reply<unknown>,
  code: ErrorCode,
  errors?: readonly FieldErrorBody[],
): void {
  const { requestId, detail, errors: found, ...rest } = reply.body as ProblemDetails;
  expect({ ...rest, status: reply.status }, detail).toEqual({
    type: 'about:blank',
    title: errorCodes[code].title,
    status: statuses[code],
    code,
  });
  expect((reply.body as ProblemDetails).status).toBe(statuses[code]);
  expect(reply.headers['content-type']).toBe('application/problem+json');
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(reply.headers['x-request-id']).toBe(requestId);
  expect(detail).toMatch(/\S/);
  const inOrder = (list: readonly FieldErrorBody[] | undefined) =>
    list && [...list].sort((one, other) => one.field.localeCompare(other.field));
  expect(inOrder(found)).toEqual(inOrder(errors));
  const waits = code === 'rate_limited' || code === 'unavailable';
  expect(reply.headers['retry-after']).toEqual(waits ? expect.stringMatching(/^[1-9]\d*$/) : undefined);
}
