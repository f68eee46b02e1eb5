import { isUnreadable } from '../kinds/kind.ts';
import type { Check, RuleOfKind } from './rule.ts';

/** Letters, marks, numbers, punctuation, symbols and spaces; no control characters, NUL or lone surrogates (D9). */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u;

/** `invalid`: the answer is of its field's shape, and a date not before the field's first day (D5, D9). */
export const hasItsShape: Check<RuleOfKind<'invalid'>> = (value, { earliest }) =>
  !isUnreadable(value) &&
  (typeof value !== 'string' || (printable.test(value) && (earliest === undefined || value >= earliest)));
