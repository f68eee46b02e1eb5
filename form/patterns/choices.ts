/** Answers that are picked: yes or no, one of a list, a box to tick, an industry. */
import type { ChoiceField, FieldOf, RuleNaming, Words } from '../field.ts';
import type { Required } from './required.ts';
import { requiredRepair, requiredRule } from './required.ts';

interface PickWords extends Words {
  readonly required: Required;
}

/** Yes or no, without a default. */
export function yesNo({ required, ...words }: PickWords): FieldOf<'yesNo', RuleNaming<'yesNo', never>> {
  return {
    kind: 'yesNo',
    ...words,
    rules: [...requiredRule<never>(required), { kind: 'invalid' }],
    repairs: requiredRepair(required),
  };
}

/** One of a fixed list: the keys are stored, the words are shown. */
export function choice<const O extends string>(
  { required, ...words }: PickWords,
  options: Readonly<Record<O, string>>,
): ChoiceField<O> {
  return {
    kind: 'choice',
    ...words,
    options,
    rules: [...requiredRule<never>(required), { kind: 'invalid' }],
    repairs: requiredRepair(required),
  };
}

/** A box to tick; where it is required, only the tick is an answer. */
export function consent({ required, ...words }: PickWords): FieldOf<'consent', RuleNaming<'consent', never>> {
  return {
    kind: 'consent',
    ...words,
    rules: [
      ...requiredRule<never>(required).map((rule) => ({ ...rule, ticked: true }) as const),
      { kind: 'invalid' },
    ],
    repairs: requiredRepair(required),
  };
}

/** A code of the bundled list of industries (D39). */
export function industry({
  required,
  ...words
}: PickWords): FieldOf<'industry', RuleNaming<'industry', never>> {
  return {
    kind: 'industry',
    ...words,
    autocomplete: 'off',
    rules: [...requiredRule<never>(required), { kind: 'industryCode' }],
    repairs: requiredRepair(required),
  };
}
