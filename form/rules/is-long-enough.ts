import type { Check, RuleOfKind } from './rule.ts';

/** `minLength`: at least {min} Unicode code points, inclusive (D1). */
export const isLongEnough: Check<RuleOfKind<'minLength'>> = (value, { min }) =>
  typeof value !== 'string' || [...value].length >= min;
