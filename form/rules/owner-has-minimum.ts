import { hundredths } from '../kinds/numbers.ts';
import type { Check, RuleOfKind } from './rule.ts';

/** `ownerMinimum`: a beneficial owner holds at least {min} percent (spec section 9, D6). */
export const ownerHasMinimum: Check<RuleOfKind<'ownerMinimum'>> = (value, { min }) =>
  typeof value !== 'number' || hundredths(value) >= hundredths(min);
