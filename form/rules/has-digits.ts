import type { Check, RuleOfKind } from './rule.ts';

/** `digits`: exactly {count} digits (D2). */
export const hasDigits: Check<RuleOfKind<'digits'>> = (value, { count }) =>
  typeof value === 'string' && /^\d+$/.test(value) && value.length === count;
