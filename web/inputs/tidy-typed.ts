import type { Field } from '../../form/fields/field.ts';
import { isUnparsable } from '../../form/fields/types/field-type.ts';
import { fieldTypeOf, noContext, parseTyped, validateAnswer } from '../../form/rules/validate.ts';

/**
 * What an input shows once the person has left it: the answer as form/ writes it (`12-3456789`, `1,250,000`), or
 * what was typed where that is no answer.
 */
export function tidyTyped(field: Field, typed: string): string {
  const answer = parseTyped(field, typed);
  if (answer === null || isUnparsable(answer) || validateAnswer(field, '', answer, noContext)) return typed;
  return fieldTypeOf(field).format(answer);
}
