/** Turns the error of a request's schema into an API error (api "Order of checks"). */
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { Copy } from '../../../copy/copy.ts';
import type { FieldError } from '../../../form/validation/validate.ts';
import { ApiError, invalidField, notValid } from '../../errors.ts';

type SchemaError = NonNullable<FastifyRequest['validationError']>;

/** The JSON Schema keywords that fail because a member's name is unknown or missing, not because a value is bad. */
const ofNames = ['additionalProperties', 'required'];

function fieldErrorOf({ keyword, instancePath, params }: FastifySchemaValidationError): FieldError {
  const field = instancePath.slice(1).replaceAll('/', '.');
  return keyword === 'maxLength'
    ? { field, rule: { kind: keyword, max: Number(params['limit']) } }
    : invalidField(field);
}

/**
 * Returns the error for a request that its schema refuses: `validation_failed` if the first fault is a bad value in a field of
 * the body, otherwise `invalid_request`. The error names only fields of the schema, and never contains a value.
 */
export function schemaFault(copy: Copy, { message, validation, validationContext }: SchemaError): ApiError {
  const [first] = validation as readonly FastifySchemaValidationError[];
  const isField = validationContext === 'body' && first !== undefined && first.instancePath !== '';
  return isField && !ofNames.includes(first.keyword)
    ? notValid(copy, [fieldErrorOf(first)])
    : new ApiError('invalid_request', message);
}
