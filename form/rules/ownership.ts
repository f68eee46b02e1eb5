import { hundredths } from '../kinds/numbers.ts';
import type { Check, RuleOfKind } from './rule.ts';

/** `totalOwnership`: applicant and owners hold at most 100 percent together, summed in hundredths (D6). */
export const ownershipWithinTotal: Check<RuleOfKind<'totalOwnership'>> = (value, _rule, { unclaimedShare }) =>
  typeof value !== 'number' || hundredths(value) <= unclaimedShare;
