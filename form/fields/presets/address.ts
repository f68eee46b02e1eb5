/** The four fields of an address; each returns one field, so that its key stands where the record is declared. */
import type { FieldOf, RuleNaming } from '../field.ts';
import { requiredRepair, requiredRule } from './required.ts';
import type { TextWords } from './text.ts';
import { text } from './text.ts';

/** A street line of at most 100 characters. A bill may go to a P.O. box, anything else may not (spec section 5). */
export function street<const F extends string = never>(
  words: TextWords<F>,
  boxes: { readonly poBoxAllowed: boolean; readonly boxRepair?: string } = { poBoxAllowed: false },
): FieldOf<'text', RuleNaming<'text', F>> {
  const line = text<F>(words, 100);
  if (boxes.poBoxAllowed) return line;
  return {
    ...line,
    rules: [...line.rules, { kind: 'noPoBox' }],
    repairs: { ...line.repairs, ...(boxes.boxRepair && { noPoBox: boxes.boxRepair }) },
  };
}

/** A city of at most 50 characters. */
export function city<const F extends string = never>(
  words: TextWords<F>,
): FieldOf<'text', RuleNaming<'text', F>> {
  return text<F>(words, 50);
}

/** One of the 50 states or DC. */
export function state<const F extends string = never>({
  required,
  ...words
}: TextWords<F>): FieldOf<'state', RuleNaming<'state', F>> {
  return {
    kind: 'state',
    ...words,
    rules: [...requiredRule<F>(required), { kind: 'state' }],
    repairs: requiredRepair(required),
  };
}

/** Five digits that lie in the state held by the field `of` of the same record (D4). */
export function zipIn<const S extends string, const F extends string = never>(
  of: S,
  { required, ...words }: TextWords<F>,
): FieldOf<'zip', RuleNaming<'zip', F, S>> {
  return {
    kind: 'zip',
    ...words,
    rules: [
      ...requiredRule<F>(required),
      { kind: 'digits', count: 5 },
      { kind: 'postalCodeForState', state: of } as RuleNaming<'zip', F, S>,
    ],
    repairs: requiredRepair(required),
  };
}
