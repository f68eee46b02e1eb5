import type { Check, RuleOfKind } from './rule.ts';

/** `agreeRequired`: the person agrees (spec section 5). */
export const agreementIsAgreed: Check<RuleOfKind<'agreeRequired'>> = (value) => value === true;
