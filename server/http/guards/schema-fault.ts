/** Turns what a schema found wrong with a request into an API error (api "Order of checks"). */
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { Copy } from '../../../copy/copy.ts';
import type { FieldError } from '../../../form/validation/validate.ts';
import { ApiError, invalidField, notValid } from '../../errors.ts';

type SchemaError = NonNullable<FastifyRequest['validationError']>;

/** Keywords that fail because a name is unknown or missing, not because a value is bad. */
const ofNames = ['additionalProperties', 'required'];

function fieldErrorOf({ keyword, instancePath, params }: FastifySchemaValidationError): FieldError {
  const field = instancePath.slice(1).replaceAll('/', '.');
  return keyword === 'maxLength'
    ? { field, rule: { kind: keyword, max: Number(params['limit']) } }
    : invalidField(field);
}

/**
 * Returns the error for a request that its schema refuses: `validation_failed` with the first known field of the body whose value
 * is bad, otherwise `invalid_request`. The error names fields of the schema only, and never a value.
 */
export function schemaFault(copy: Copy, { message, validation, validationContext }: SchemaError): ApiError {
  const [first] = validation as readonly FastifySchemaValidationError[];
  const isField = validationContext === 'body' && first !== undefined && first.instancePath !== '';
  return isField && !ofNames.includes(first.keyword)
    ? notValid(copy, [fieldErrorOf(first)])
    : new ApiError('invalid_request', message);
}
