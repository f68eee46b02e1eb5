/**
 * Errors of the API: the one class that handlers throw, and the one shape in which errors leave the server (RFC 9457).
 */
import type { Challenge } from '../api/challenge.ts';
import { type ErrorCode, errorCodes, type FieldErrorBody, type ProblemDetails } from '../api/error.ts';
import type { Copy } from '../copy/copy.ts';
import { ruleMessage } from '../copy/sentences.ts';
import type { FieldError } from '../form/validation/validate.ts';

/** Thrown by handlers. Anything else that is thrown is an internal error, and the client learns nothing of it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly errors: readonly FieldErrorBody[] | undefined;
  /** Whole seconds for `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** What the client may do instead of waiting. */
  readonly challenge: Challenge | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    more: { errors?: readonly FieldErrorBody[]; retryAfter?: number; challenge?: Challenge } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors;
    this.retryAfter = more.retryAfter;
    this.challenge = more.challenge;
  }
}

/** The error for something that does not exist or is another session's: the same for both (X1). */
export function missing(): ApiError {
  return new ApiError('resource_not_found', 'There is no such thing in this session.');
}

/** Whether an error is that one. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'resource_not_found';
}

/** The error for a body of more bytes than it may have. */
export function bodyTooLarge(): ApiError {
  return new ApiError('payload_too_large', 'The body is too large.');
}

/** `1 second`, `2 seconds`. */
const secondsText = (seconds: number) => `${seconds} second${seconds === 1 ? '' : 's'}`;

/** The error for a call past its limit, with what may be done instead of waiting. `wait`: seconds until the next one. */
export function rateLimited(wait: number, challenge?: Challenge): ApiError {
  const detail = challenge
    ? `Many start from this network. Solve the challenge, or try again in ${secondsText(wait)}.`
    : `Too many requests. Try again in ${secondsText(wait)}.`;
  return new ApiError('rate_limited', detail, { retryAfter: wait, ...(challenge && { challenge }) });
}

/** Seconds after which a client may try again when the store cannot be reached. */
const unavailableRetryAfter = 5;

/** What a call needs cannot be reached at the moment. */
export function unavailable(): ApiError {
  return new ApiError('unavailable', 'Not available at the moment. Try again soon.', {
    retryAfter: unavailableRetryAfter,
  });
}

/** The error for an application that may not be changed any more. */
export function locked(): ApiError {
  return new ApiError('conflict', 'The application can no longer be changed.');
}

/** The error for answers that break rules, each with its path. */
export function notValid(copy: Copy, fieldErrors: readonly FieldError[]): ApiError {
  const errors = fieldErrors.map((error) => ({
    field: error.field,
    rule: error.rule.kind,
    message: ruleMessage(copy, error),
  }));
  return invalidAnswers(errors);
}

/** The same error for problems that already have their messages. */
export function invalidAnswers(errors: readonly FieldErrorBody[]): ApiError {
  return new ApiError('validation_failed', 'Some answers are missing or not valid.', { errors });
}

/** The error of a value that is not a field of the form. */
export function wrong(field: string, kind: 'invalid' | 'fileRequired' = 'invalid'): FieldError {
  return { field, rule: { kind } };
}

/** The body of an error's response. */
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
