import type { FieldOf, RuleNaming, Words } from '../field.ts';
import type { Required } from './required.ts';
import { requiredRepair, requiredRule } from './required.ts';

/** What a line of text is told beside its words. */
export interface TextWords<F extends string> extends Words {
  readonly required: Required<F>;
  readonly autocomplete: string;
}

/** One line of free text of at most `max` characters (D1, D9). */
export function text<const F extends string = never>(
  { required, ...words }: TextWords<F>,
  max: number,
): FieldOf<'text', RuleNaming<'text', F>> {
  return {
    kind: 'text',
    ...words,
    rules: [...requiredRule<F>(required), { kind: 'invalid' }, { kind: 'maxLength', max }],
    repairs: requiredRepair(required),
  };
}

/** A person's name as on an ID, at most 100 characters (spec section 9). */
export function personName(words: TextWords<never>): FieldOf<'text', RuleNaming<'text', never>> {
  return text(words, 100);
}
