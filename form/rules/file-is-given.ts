import type { Check, RuleOfKind } from './rule.ts';

/** `fileRequired`: a document has been uploaded (D26). */
export const fileIsGiven: Check<RuleOfKind<'fileRequired'>> = (value) => typeof value === 'string';
