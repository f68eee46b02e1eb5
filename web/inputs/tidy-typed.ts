import { isUnparsable } from '../../form/field-types/field-type.ts';
import type { Field } from '../../form/fields/field.ts';
import { fieldTypeOf, noContext, parseTyped, validateAnswer } from '../../form/validation/validate.ts';

/**
 * The text of an input after the focus has left it: the answer in its usual form (`12-3456789`, `1,250,000`), or the
 * typed text if that is not valid.
 */
export function tidyTyped(field: Field, typed: string): string {
  const answer = parseTyped(field, typed);
  if (answer === null || isUnparsable(answer) || validateAnswer(field, '', answer, noContext)) return typed;
  return fieldTypeOf(field).format(answer);
}
