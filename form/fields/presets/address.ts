/** The four fields of an address. Each function returns one field; the record's declaration names its key. */
import type { FieldOf, RuleNaming } from '../field.ts';
import { requiredRule } from './required.ts';
import type { TextOptions } from './text.ts';
import { text } from './text.ts';

/** A street line of at most 100 characters. A bill may go to a P.O. box, anything else may not (spec section 5). */
export function street<const F extends string = never>(
  options: TextOptions<F>,
  boxes: { readonly poBoxAllowed: boolean } = { poBoxAllowed: false },
): FieldOf<'text', RuleNaming<'text', F>> {
  const line = text<F>(options, 100);
  return boxes.poBoxAllowed ? line : { ...line, rules: [...line.rules, { kind: 'noPoBox' }] };
}

/** A city of at most 50 characters. */
export function city<const F extends string = never>(
  options: TextOptions<F>,
): FieldOf<'text', RuleNaming<'text', F>> {
  return text<F>(options, 50);
}

/** One of the 50 states or DC. */
export function state<const F extends string = never>({
  required,
  autocomplete,
}: TextOptions<F>): FieldOf<'state', RuleNaming<'state', F>> {
  return {
    type: 'state',
    autocomplete,
    rules: [...requiredRule<F>(required), { kind: 'state' }],
  };
}

/** Five digits that lie in the state held by the field `of` of the same record (D4). */
export function zipIn<const S extends string, const F extends string = never>(
  of: S,
  { required, autocomplete }: TextOptions<F>,
): FieldOf<'zip', RuleNaming<'zip', F, S>> {
  return {
    type: 'zip',
    autocomplete,
    rules: [
      ...requiredRule<F>(required),
      { kind: 'digits', count: 5 },
      { kind: 'postalCodeForState', state: of } as RuleNaming<'zip', F, S>,
    ],
  };
}
