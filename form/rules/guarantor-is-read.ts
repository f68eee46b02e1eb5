import type { Check, RuleOfKind } from './rule.ts';

/** `guarantorRead`: where a guarantor is required, the applicant is one (D16). */
export const guarantorIsRead: Check<RuleOfKind<'guarantorRead'>> = (value, _rule, { guarantorRequired }) =>
  !guarantorRequired || typeof value === 'string';
