import type { Check, RuleOfKind } from './rule.ts';

/** `notInFuture`: today or a day before (D5). */
export const notInFuture: Check<RuleOfKind<'notInFuture'>> = (value, _rule, { today }) =>
  typeof value !== 'string' || value <= today;
