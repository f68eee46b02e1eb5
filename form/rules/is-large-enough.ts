import type { Check, RuleOfKind } from './rule.ts';

/** `minValue`: at least {min}, inclusive (D1). */
export const isLargeEnough: Check<RuleOfKind<'minValue'>> = (value, { min }) =>
  typeof value !== 'number' || value >= min;
