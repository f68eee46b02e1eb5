/** The format of all errors (RFC 9457), and the complete list of error codes. */
import Type, { type Static } from 'typebox';
import { Challenge } from './challenge.ts';
import { object } from './shape.ts';

/** All error codes, with their statuses and titles. */
export const errorCodes = {
  invalid_request: { status: 400, title: 'The request is malformed' },
  validation_failed: { status: 400, title: 'An answer is not valid' },
  session_invalid: { status: 401, title: 'The session is over' },
  forbidden: { status: 403, title: 'Not allowed' },
  domain_not_found: { status: 404, title: 'No program at this host' },
  resource_not_found: { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'Not possible in this state' },
  agreement_unread: { status: 409, title: 'The agreement has not been read' },
  stale: { status: 412, title: 'Changed in the meantime' },
  payload_too_large: { status: 413, title: 'Too large' },
  unsupported_media_type: { status: 415, title: 'Content type not supported' },
  idempotency_mismatch: { status: 422, title: 'The key was used for another request' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Internal error' },
  not_implemented: { status: 501, title: 'Not implemented' },
  unavailable: { status: 503, title: 'Not available at the moment' },
} as const;

export type ErrorCode = keyof typeof errorCodes;

export const FieldErrorBody = object('FieldError', {
  field: Type.String({ description: 'Path of the field, such as applicationData.taxId' }),
  rule: Type.String({ description: 'Name of the broken rule' }),
  message: Type.String({ description: 'The message to show to the applicant' }),
  reason: Type.Optional(Type.String({ description: 'Code of the reason why a document cannot be used' })),
});

export const ProblemDetails = object('ProblemDetails', {
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  code: Type.Unsafe<ErrorCode>({ type: 'string', enum: Object.keys(errorCodes) }),
  detail: Type.String(),
  requestId: Type.String(),
  errors: Type.Optional(Type.Array(FieldErrorBody)),
  challenge: Type.Optional(Challenge),
});

export type FieldErrorBody = Static<typeof FieldErrorBody>;
export type ProblemDetails = Static<typeof ProblemDetails>;
