/** Answers that are picked: yes or no, one of a list, a box to tick, an industry. */
import type { ChoiceField, FieldOf, RuleNaming } from '../field.ts';
import { requiredRule } from './required.ts';

/** Yes or no, without a default. */
export function yesNo(): FieldOf<'yesNo', RuleNaming<'yesNo', never>> {
  return {
    type: 'yesNo',
    rules: [...requiredRule<never>(), { kind: 'invalid' }],
  };
}

/** One of a fixed list. */
export function choice<const O extends string>(options: readonly O[]): ChoiceField<O> {
  return {
    type: 'choice',
    options,
    rules: [...requiredRule<never>(), { kind: 'invalid' }],
  };
}

/** A box to tick; where it is required, only the tick is an answer. */
export function consent(
  { required }: { readonly required: boolean } = { required: true },
): FieldOf<'consent', RuleNaming<'consent', never>> {
  return {
    type: 'consent',
    rules: [
      ...requiredRule<never>(required).map((rule) => ({ ...rule, ticked: true }) as const),
      { kind: 'invalid' },
    ],
  };
}

/** A code of the bundled list of industries (D39). */
export function industry(): FieldOf<'industry', RuleNaming<'industry', never>> {
  return {
    type: 'industry',
    autocomplete: 'off',
    rules: [...requiredRule<never>(), { kind: 'industryCode' }],
  };
}
