/** Determines how an input handles typed text, depending on the field. */
import { isUnparsable } from '../../form/field-types/field-type.ts';
import { type Field, rulesOf } from '../../form/fields/field.ts';
import { lengthOf } from '../../form/rules/rules.ts';
import { fieldTypeOf, noContext, parseTyped, validateAnswer } from '../../form/validation/validate.ts';

/** Returns true for fields with a fixed format, which are validated when the focus leaves (design brief, section 1.6). */
export function isCheckedOnLeaving({ type }: Field): boolean {
  return ['email', 'phone', 'ssn', 'taxId', 'zip'].includes(type);
}

/** Returns a valid answer in its usual format (`12-3456789`, `1,250,000`), and any other text unchanged. */
export function tidyTyped(field: Field, typed: string): string {
  const answer = parseTyped(field, typed);
  if (answer === null || isUnparsable(answer) || validateAnswer(field, '', answer, noContext)) return typed;
  return fieldTypeOf(field).format(answer);
}

/** If a field allows at most this many characters, the number of characters left is visible from the start. */
const longestShortLimit = 50;

/** Returns a typed text's length and limit (D1), or undefined if the number of characters left is not shown. */
export function typedLength(field: Field, text: string, isRoomy = false) {
  const limits = rulesOf(field).flatMap((rule) => (rule.kind === 'maxLength' ? [rule.max] : []));
  if (field.type !== 'text' || limits.length === 0) return undefined;
  const max = Math.min(...limits);
  const parsed = parseTyped(field, text);
  const typed = lengthOf(typeof parsed === 'string' ? parsed : text.trim());
  return (max <= longestShortLimit && !isRoomy) || typed * 2 > max ? { typed, max } : undefined;
}
