/** Whole numbers, amounts of money and shares (D2, D6). */
import type { FieldOf, RuleNaming, Words } from '../field.ts';
import { requiredRepair, requiredRule } from './required.ts';

interface NumberWords extends Words {
  readonly required: string;
}

/** A whole number of at most `digits` digits. */
export function count(
  { required, ...words }: NumberWords,
  digits: number,
): FieldOf<'count', RuleNaming<'count', never>> {
  return {
    kind: 'count',
    ...words,
    autocomplete: 'off',
    rules: [...requiredRule<never>(required), { kind: 'numeric' }, { kind: 'maxLength', max: digits }],
    repairs: { ...requiredRepair(required), maxLength: 'Use {max} digits or fewer.' },
  };
}

/** Whole US dollars up to 999999999 (spec section 9). */
export function money(
  { required, ...words }: NumberWords,
  sensitive?: 'sealed',
): FieldOf<'money', RuleNaming<'money', never>> {
  return {
    kind: 'money',
    ...words,
    ...(sensitive && { sensitive }),
    autocomplete: 'off',
    rules: [...requiredRule<never>(required), { kind: 'numeric' }, { kind: 'maxValue', max: 999_999_999 }],
    repairs: { ...requiredRepair(required), numeric: 'Use whole dollars only, like 1,250.' },
  };
}

/** A share of the business in percent with up to two decimals; of a beneficial owner at least `ownerMinimum`. */
export function share(
  { required, ...words }: NumberWords,
  ownerMinimum?: number,
): FieldOf<'percent', RuleNaming<'percent', never>> {
  return {
    kind: 'percent',
    ...words,
    autocomplete: 'off',
    rules: [
      ...requiredRule<never>(required),
      { kind: 'numeric' },
      ...(ownerMinimum === undefined ? [] : [{ kind: 'ownerMinimum', min: ownerMinimum } as const]),
      { kind: 'maxValue', max: 100 },
      { kind: 'totalOwnership' },
    ],
    repairs: { ...requiredRepair(required), numeric: 'Enter a number like 40 or 33.33.' },
  };
}
