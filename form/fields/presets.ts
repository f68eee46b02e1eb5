/**
 * Patterns of fields that several records have. Each function returns one field; the declaration of the record names its
 * key, and can add to it.
 */
import type { FieldTypeName } from '../field-types/field-type.ts';
import type { RequiredRule } from '../rules/rule.ts';
import type { ChoiceField, FieldOf, RuleNaming } from './field.ts';

/**
 * Whether a pattern's answer is required: `true`, `false` for an optional field, or the fields that make it required
 * once one of them is given (D14).
 */
type Required<F extends string = never> = boolean | { readonly onceAnyOf: readonly F[] };

/** A field of type `K` whose rules can name the fields `F` of its record, and the state `S`. */
type Pattern<K extends FieldTypeName, F extends string = never, S extends string = never> = FieldOf<
  K,
  RuleNaming<K, F, S>
>;

/** The rule for `Required`, as a list to spread. */
function requiredRule<F extends string = never>(required: Required<F> = true): readonly RequiredRule<F>[] {
  if (required === false) return [];
  return [required === true ? { kind: 'required' } : { kind: 'required', onceAnyOf: required.onceAnyOf }];
}

/** Options of a field that the browser can fill in. */
interface TextOptions<F extends string> {
  /** Left out: it is required. */
  readonly required?: Required<F>;
  readonly autocomplete: string;
}

/** One line of free text of at most `max` characters (D1, D9). */
export function text<const F extends string = never>(
  { required, autocomplete }: TextOptions<F>,
  max: number,
): Pattern<'text', F> {
  return {
    type: 'text',
    autocomplete,
    rules: [...requiredRule<F>(required), { kind: 'invalid' }, { kind: 'maxLength', max }],
  };
}

/** A person's name as on an ID, at most 100 characters (spec section 9). */
export function personName(options: TextOptions<never>): Pattern<'text'> {
  return text(options, 100);
}

/** A street line of at most 100 characters. A bill may go to a P.O. box, anything else may not (spec section 5). */
export function street<const F extends string = never>(
  options: TextOptions<F>,
  boxes: { readonly poBoxAllowed: boolean } = { poBoxAllowed: false },
): Pattern<'text', F> {
  const line = text<F>(options, 100);
  return boxes.poBoxAllowed ? line : { ...line, rules: [...line.rules, { kind: 'noPoBox' }] };
}

/** A city of at most 50 characters. */
export function city<const F extends string = never>(options: TextOptions<F>): Pattern<'text', F> {
  return text<F>(options, 50);
}

/** One of the 50 states or DC. */
export function state<const F extends string = never>({
  required,
  autocomplete,
}: TextOptions<F>): Pattern<'state', F> {
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
): Pattern<'zip', F, S> {
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

/** Yes or no, without a default. */
export function yesNo(): Pattern<'yesNo'> {
  return {
    type: 'yesNo',
    rules: [...requiredRule(), { kind: 'invalid' }],
  };
}

/** One of a fixed list. */
export function choice<const O extends string>(options: readonly O[]): ChoiceField<O> {
  return {
    type: 'choice',
    options,
    rules: [...requiredRule(), { kind: 'invalid' }],
  };
}

/** A box to tick; where it is required, only the tick is an answer. */
export function consent(
  { required }: { readonly required: boolean } = { required: true },
): Pattern<'consent'> {
  return {
    type: 'consent',
    rules: [
      ...requiredRule(required).map((rule) => ({ ...rule, ticked: true }) as const),
      { kind: 'invalid' },
    ],
  };
}

/** A code of the bundled list of industries (D39). */
export function industry(): Pattern<'industry'> {
  return {
    type: 'industry',
    autocomplete: 'off',
    rules: [...requiredRule(), { kind: 'industryCode' }],
  };
}

/** A valid address of at most 100 characters. */
export function email({ required, autocomplete }: TextOptions<never>): Pattern<'email'> {
  return {
    type: 'email',
    autocomplete,
    rules: [...requiredRule(required), { kind: 'email' }, { kind: 'maxLength', max: 100 }],
  };
}

/** A valid number of the North American plan. */
export function phone({ required, autocomplete }: TextOptions<never>): Pattern<'phone'> {
  return {
    type: 'phone',
    autocomplete,
    rules: [...requiredRule(required), { kind: 'phone' }],
  };
}

/** Any nine digits; read back only as the last four. Never filled in by the browser (design brief, section 1.9). */
export function ssn(
  { required }: { readonly required: boolean } = { required: true },
): Pattern<'ssn'> & { readonly sensitive: 'masked' } {
  return {
    type: 'ssn',
    caution: 'ssnNotIssued',
    autocomplete: 'off',
    sensitive: 'masked',
    rules: [...requiredRule(required), { kind: 'ssn' }],
  };
}

/** An EIN, nine digits; read back only as the last four. */
export function taxId(): Pattern<'taxId'> & { readonly sensitive: 'masked' } {
  return {
    type: 'taxId',
    caution: 'einPrefix',
    autocomplete: 'off',
    sensitive: 'masked',
    rules: [...requiredRule(), { kind: 'taxId' }],
  };
}

/** From 1900 to eighteen years ago (spec section 5, D5). */
export function dateOfBirth({ autocomplete }: { readonly autocomplete: string }): Pattern<'date'> {
  return {
    type: 'date',
    autocomplete,
    sensitive: 'sealed',
    rules: [
      ...requiredRule(),
      { kind: 'invalid', earliest: '1900-01-01' },
      { kind: 'notInFuture' },
      { kind: 'minAge', min: 18 },
    ],
  };
}

/** A whole number of at most `digits` digits. */
export function count(digits: number): Pattern<'count'> {
  return {
    type: 'count',
    autocomplete: 'off',
    rules: [...requiredRule(), { kind: 'numeric' }, { kind: 'maxLength', max: digits }],
  };
}

/** Whole years of at most `digits` digits. */
export function years(digits: number): Pattern<'years'> {
  return { ...count(digits), type: 'years' };
}

/** Whole US dollars up to 999999999 (spec section 9). */
export function money(sensitive?: 'sealed'): Pattern<'money'> {
  return {
    type: 'money',
    ...(sensitive && { sensitive }),
    autocomplete: 'off',
    rules: [...requiredRule(), { kind: 'numeric' }, { kind: 'maxValue', max: 999_999_999 }],
  };
}

/** A share of the business in percent with up to two decimals; of a beneficial owner at least `ownerMinimum`. */
export function share(ownerMinimum?: number): Pattern<'percent'> {
  return {
    type: 'percent',
    autocomplete: 'off',
    rules: [
      ...requiredRule(),
      { kind: 'numeric' },
      ...(ownerMinimum === undefined ? [] : [{ kind: 'ownerMinimum', min: ownerMinimum } as const]),
      { kind: 'maxValue', max: 100 },
      { kind: 'totalOwnership' },
    ],
  };
}
