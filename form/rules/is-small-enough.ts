import type { Check, RuleOfKind } from './rule.ts';

/** `maxValue`: at most {max}; the limit itself is accepted (D1). */
export const isSmallEnough: Check<RuleOfKind<'maxValue'>> = (value, { max }) =>
  typeof value !== 'number' || value <= max;
