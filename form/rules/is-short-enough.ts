import type { Check, RuleOfKind } from './rule.ts';

/** `maxLength`: at most {max} Unicode code points; of a number, at most {max} digits. Inclusive (D1, D2). */
export const isShortEnough: Check<RuleOfKind<'maxLength'>> = (value, { max }) => {
  if (typeof value === 'string') return [...value].length <= max;
  return typeof value !== 'number' || value < 10 ** max;
};
