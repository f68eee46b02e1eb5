/** Declares the API's errors, and the format of error responses (RFC 9457). */
import type { Challenge } from '../api/challenge.ts';
import { type ErrorCode, errorCodes, type FieldErrorBody, type ProblemDetails } from '../api/error.ts';
import type { Copy } from '../copy/copy.ts';
import { ruleMessage } from '../copy/sentences.ts';
import type { FieldError } from '../form/validation/validate.ts';

/** An error whose code and message the client gets. For any other error, the client gets an ApiError with a fixed message. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly errors?: readonly FieldErrorBody[];
  /** The value of the `Retry-After` header, in whole seconds. */
  readonly retryAfter?: number;
  /** The challenge that the client may solve instead of waiting. */
  readonly challenge?: Challenge;

  constructor(
    code: ErrorCode,
    detail: string,
    more: Pick<ApiError, 'errors' | 'retryAfter' | 'challenge'> = {},
  ) {
    super(detail);
    this.code = code;
    Object.assign(this, more);
  }
}

/** Returns the same error for a missing resource and another session's resource, so clients can't distinguish the two (X1). */
export const notFound = () => new ApiError('resource_not_found', 'There is no such thing in this session.');

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'resource_not_found';
}

/** Returns the error for a body that is too large. */
export const bodyTooLarge = () => new ApiError('payload_too_large', 'The body is too large.');

/** Returns the error for a call over its rate limit. The client may wait for `wait` seconds, or solve the `challenge`, if any. */
export function rateLimited(wait: number, challenge?: Challenge): ApiError {
  const time = `${wait} second${wait === 1 ? '' : 's'}`;
  const detail = challenge
    ? `Many start from this network. Solve the challenge, or try again in ${time}.`
    : `Too many requests. Try again in ${time}.`;
  return new ApiError('rate_limited', detail, { retryAfter: wait, ...(challenge && { challenge }) });
}

/** Returns the error for a call if a service that it needs is unavailable. The client may retry after 5 seconds. */
export function unavailable(): ApiError {
  return new ApiError('unavailable', 'Not available at the moment. Try again soon.', { retryAfter: 5 });
}

/** Returns the error for an application that can no longer be changed. */
export const locked = () => new ApiError('conflict', 'The application can no longer be changed.');

/** Returns the error that lists each invalid answer with its path, the violated rule and a message. */
export function notValid(copy: Copy, fieldErrors: readonly FieldError[]): ApiError {
  const errors = fieldErrors.map((error) => ({
    field: error.field,
    rule: error.rule.kind,
    message: ruleMessage(copy, error),
  }));
  return invalidAnswers(errors);
}

/** Returns the error that lists field errors whose messages are already known. */
export function invalidAnswers(errors: readonly FieldErrorBody[]): ApiError {
  return new ApiError('validation_failed', 'Some answers are missing or not valid.', { errors });
}

/** Returns the field error for an input that the form's own rules don't check, such as an uploaded file. */
export function invalidField(field: string, kind: 'invalid' | 'fileRequired' = 'invalid'): FieldError {
  return { field, rule: { kind } };
}

/** Returns the body of an error response. */
export function errorBody(apiError: ApiError, requestId: string): ProblemDetails {
  const { status, title } = errorCodes[apiError.code];
  return {
    type: 'about:blank',
    title,
    status,
    code: apiError.code,
    detail: apiError.message,
    requestId,
    ...(apiError.errors && { errors: [...apiError.errors] }),
    ...(apiError.challenge && { challenge: apiError.challenge }),
  };
}
