/** What a person reads, agrees to, guarantees or uploads (spec sections 4 and 5). */
import type { Check, RuleOfKind } from './rule.ts';

/** `fileRequired`: a document has been uploaded (D26). */
export const fileIsGiven: Check<RuleOfKind<'fileRequired'>> = (value) => typeof value === 'string';

/** `agreementRead`: the agreement has been opened, so that an answer to it can exist (spec section 4, D31). */
export const agreementIsRead: Check<RuleOfKind<'agreementRead'>> = (value) => value !== null;

/** `agreeRequired`: the person agrees (spec section 5). */
export const agreementIsAgreed: Check<RuleOfKind<'agreeRequired'>> = (value) => value === true;

/** `guarantorRead`: where a guarantor is required, the applicant is one (D16). */
export const guarantorIsRead: Check<RuleOfKind<'guarantorRead'>> = (value, _rule, { guarantorRequired }) =>
  !guarantorRequired || typeof value === 'string';
