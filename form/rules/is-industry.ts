import type { Check, RuleOfKind } from './rule.ts';

/** `industryCode`: a code of the bundled list, NAICS 2022 (D39). */
export const isIndustry: Check<RuleOfKind<'industryCode'>> = (value, _rule, { isIndustry: isListed }) =>
  typeof value === 'string' && /^\d{6}$/.test(value) && isListed(value);
