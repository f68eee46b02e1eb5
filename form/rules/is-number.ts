import type { Check, RuleOfKind } from './rule.ts';

/** `numeric`: the answer could be read as a number of its kind (D2). */
export const isNumber: Check<RuleOfKind<'numeric'>> = (value) => typeof value === 'number';
