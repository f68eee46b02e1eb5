import type { FieldOf, RuleNaming } from '../field.ts';
import type { Required } from './required.ts';
import { requiredRule } from './required.ts';

/** Options of a field that the browser can fill in. */
export interface TextOptions<F extends string> {
  /** Left out: it is required. */
  readonly required?: Required<F>;
  readonly autocomplete: string;
}

/** One line of free text of at most `max` characters (D1, D9). */
export function text<const F extends string = never>(
  { required, autocomplete }: TextOptions<F>,
  max: number,
): FieldOf<'text', RuleNaming<'text', F>> {
  return {
    type: 'text',
    autocomplete,
    rules: [...requiredRule<F>(required), { kind: 'invalid' }, { kind: 'maxLength', max }],
  };
}

/** A person's name as on an ID, at most 100 characters (spec section 9). */
export function personName(options: TextOptions<never>): FieldOf<'text', RuleNaming<'text', never>> {
  return text(options, 100);
}
