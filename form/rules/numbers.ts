/** What counts as a number, and within which limits (D1, D2). */
import type { Check, RuleOfKind } from './rule.ts';

/** `numeric`: the answer could be read as a number of its kind (D2). */
export const isNumber: Check<RuleOfKind<'numeric'>> = (value) => typeof value === 'number';

/** `minValue`: at least {min}, inclusive (D1). */
export const isLargeEnough: Check<RuleOfKind<'minValue'>> = (value, { min }) =>
  typeof value !== 'number' || value >= min;

/** `maxValue`: at most {max}; the limit itself is accepted (D1). */
export const isSmallEnough: Check<RuleOfKind<'maxValue'>> = (value, { max }) =>
  typeof value !== 'number' || value <= max;
