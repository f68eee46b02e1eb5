/** Turns a schema validation error into an API error (api "Order of checks"). */
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { Copy } from '../../../copy/copy.ts';
import type { FieldError } from '../../../form/validation/validate.ts';
import { ApiError, invalidField, notValid } from '../../errors.ts';

type SchemaError = NonNullable<FastifyRequest['validationError']>;

/** The JSON Schema keywords that fail because a member is unknown or missing, not because its value is invalid. */
const ofNames = ['additionalProperties', 'required'];

function fieldErrorOf({ keyword, instancePath, params }: FastifySchemaValidationError): FieldError {
  const field = instancePath.slice(1).replaceAll('/', '.');
  return keyword === 'maxLength'
    ? { field, rule: { kind: keyword, max: Number(params['limit']) } }
    : invalidField(field);
}

/**
 * Returns the error for a request that does not match its schema: `validation_failed` if the first problem is an invalid value in
 * a field of the body, otherwise `invalid_request`. The error names only fields of the schema, and never contains a value.
 */
export function schemaFault(copy: Copy, { message, validation, validationContext }: SchemaError): ApiError {
  const [first] = validation as readonly FastifySchemaValidationError[];
  const isField = validationContext === 'body' && first !== undefined && first.instancePath !== '';
  return isField && !ofNames.includes(first.keyword)
    ? notValid(copy, [fieldErrorOf(first)])
    : new ApiError('invalid_request', message);
}
