/** Whole numbers, amounts of money and shares (D2, D6). */
import type { FieldOf, RuleNaming } from '../field.ts';
import { requiredRule } from './required.ts';

/** A whole number of at most `digits` digits. */
export function count(digits: number): FieldOf<'count', RuleNaming<'count', never>> {
  return {
    type: 'count',
    autocomplete: 'off',
    rules: [...requiredRule<never>(), { kind: 'numeric' }, { kind: 'maxLength', max: digits }],
  };
}

/** Whole years of at most `digits` digits. */
export function years(digits: number): FieldOf<'years', RuleNaming<'years', never>> {
  return { ...count(digits), type: 'years' };
}

/** Whole US dollars up to 999999999 (spec section 9). */
export function money(sensitive?: 'sealed'): FieldOf<'money', RuleNaming<'money', never>> {
  return {
    type: 'money',
    ...(sensitive && { sensitive }),
    autocomplete: 'off',
    rules: [...requiredRule<never>(), { kind: 'numeric' }, { kind: 'maxValue', max: 999_999_999 }],
  };
}

/** A share of the business in percent with up to two decimals; of a beneficial owner at least `ownerMinimum`. */
export function share(ownerMinimum?: number): FieldOf<'percent', RuleNaming<'percent', never>> {
  return {
    type: 'percent',
    autocomplete: 'off',
    rules: [
      ...requiredRule<never>(),
      { kind: 'numeric' },
      ...(ownerMinimum === undefined ? [] : [{ kind: 'ownerMinimum', min: ownerMinimum } as const]),
      { kind: 'maxValue', max: 100 },
      { kind: 'totalOwnership' },
    ],
  };
}
