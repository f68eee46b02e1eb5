import type { Check, RuleOfKind } from './rule.ts';

/** `notInPast`: today or a day to come (D5). */
export const notInPast: Check<RuleOfKind<'notInPast'>> = (value, _rule, { today }) =>
  typeof value !== 'string' || value >= today;
