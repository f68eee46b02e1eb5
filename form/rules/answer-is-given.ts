import type { Check, RuleOfKind } from './rule.ts';

/**
 * `required` (spec section 5): an answer is there; with `ticked`, only a tick is one; with `onceAnyOf`, only needed
 * once one of the named fields is given (D14).
 */
export const answerIsGiven: Check<RuleOfKind<'required'>> = (value, { ticked, onceAnyOf }, { record }) => {
  if (ticked) return value === true;
  if (value !== null) return true;
  return onceAnyOf?.every((key) => (record[key] ?? null) === null) ?? false;
};
