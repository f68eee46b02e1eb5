/** How much of the business one person, and all together, may own (D6). */
import { hundredths } from '../field-types/numbers.ts';
import type { Check, RuleOfKind } from './rule.ts';

/** `ownerMinimum`: a beneficial owner holds at least {min} percent (spec section 9, D6). */
export const ownerHasMinimum: Check<RuleOfKind<'ownerMinimum'>> = (value, { min }) =>
  typeof value !== 'number' || hundredths(value) >= hundredths(min);

/** `totalOwnership`: applicant and owners hold at most 100 percent together, summed in hundredths (D6). */
export const ownershipWithinTotal: Check<RuleOfKind<'totalOwnership'>> = (value, _rule, { unclaimedShare }) =>
  typeof value !== 'number' || hundredths(value) <= unclaimedShare;
