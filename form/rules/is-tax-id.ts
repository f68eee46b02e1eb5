import type { Check, RuleOfKind } from './rule.ts';

/** `taxId`: an EIN, nine digits (D2). */
export const isTaxId: Check<RuleOfKind<'taxId'>> = (value) =>
  typeof value === 'string' && /^\d{9}$/.test(value);
