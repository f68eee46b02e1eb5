import type { Check, RuleOfKind } from './rule.ts';

/** `ssn`: any nine digits, and not the number of another person who may not share it (D2). */
export const isSsn: Check<RuleOfKind<'ssn'>> = (value, _rule, { otherSsns }) =>
  typeof value === 'string' && /^\d{9}$/.test(value) && !otherSsns.includes(value);
