/** Age, past and future, by the product’s own day (D5). */
import { ageOn } from '../field-types/date.ts';
import type { Check, RuleOfKind } from './rule.ts';

/** `minAge`: at least {min} years old today by calendar parts (D5). A date still to come is `notInFuture`'s to refuse. */
export const isOldEnough: Check<RuleOfKind<'minAge'>> = (value, { min }, { today }) =>
  typeof value !== 'string' || ageOn(today, value) >= min;

/** `notInFuture`: today or a day before (D5). */
export const notInFuture: Check<RuleOfKind<'notInFuture'>> = (value, _rule, { today }) =>
  typeof value !== 'string' || value <= today;

/** `notInPast`: today or a day to come (D5). */
export const notInPast: Check<RuleOfKind<'notInPast'>> = (value, _rule, { today }) =>
  typeof value !== 'string' || value >= today;
