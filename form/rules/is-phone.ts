import type { Check, RuleOfKind } from './rule.ts';

/** `phone`: a valid number of the North American plan: area and exchange start with 2–9, neither is N11 (D9). */
export const isPhone: Check<RuleOfKind<'phone'>> = (value) =>
  typeof value === 'string' && /^[2-9](?!11)\d{2}[2-9](?!11)\d{6}$/.test(value);
