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
