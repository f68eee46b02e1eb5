import type { Check, RuleOfKind } from './rule.ts';

/** `agreementRead`: the agreement has been opened, so that an answer to it can exist (spec section 4, D31). */
export const agreementIsRead: Check<RuleOfKind<'agreementRead'>> = (value) => value !== null;
