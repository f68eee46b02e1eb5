/** Whether a question is answered, and with something of its field’s shape (spec section 5). */
import { isUnparsable } from '../field-types/field-type.ts';
import type { Check, RuleOfKind } from './rule.ts';

/**
 * `required` (spec section 5): an answer is there; with `ticked`, only a tick is one; with `onceAnyOf`, only needed
 * once one of the named fields is given, or once Next is pressed where only Skip leaves them out (D14).
 */
export const answerIsGiven: Check<RuleOfKind<'required'>> = (value, rule, context) => {
  const { ticked, onceAnyOf } = rule;
  if (ticked) return value === true;
  if (value !== null) return true;
  if (!onceAnyOf || context.onlySkipLeavesOut) return false;
  return onceAnyOf.every((key) => (context.record[key] ?? null) === null);
};

/**
 * Letters, marks, numbers, punctuation, symbols and spaces; no control characters, NUL or lone surrogates (D9). Of the
 * two joiners, parsing has left only those that the script needs.
 */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\u200C\u200D]*$/u;

/** `invalid`: the answer is of its field's shape, and a date not before the field's first day (D5, D9). */
export const hasItsShape: Check<RuleOfKind<'invalid'>> = (value, { earliest }) =>
  !isUnparsable(value) &&
  (typeof value !== 'string' || (printable.test(value) && (earliest === undefined || value >= earliest)));
