import { ageOn } from '../kinds/date.ts';
import type { Check, RuleOfKind } from './rule.ts';

/** `minAge`: at least {min} years old today by calendar parts (D5). A date still to come is `notInFuture`'s to refuse. */
export const isOldEnough: Check<RuleOfKind<'minAge'>> = (value, { min }, { today }) =>
  typeof value !== 'string' || ageOn(today, value) >= min;
