/** Patterns of fields that several records have. A declaration spreads a pattern to add to it. */
import type { RequiredRule } from '../rules/rule.ts';

/** False for an optional field, or the fields that make it required once one of them is given (D14). */
type Required<F extends string> = boolean | { readonly onceAnyOf: readonly F[] };

/** Options of a field that the browser can fill in; it is required unless they say otherwise. */
interface TextOptions<F extends string> {
  readonly required?: Required<F>;
  readonly autocomplete: string;
}

/** The rule for `required`, as a list to spread. */
function requiredRule<F extends string = never>(required: Required<F> = true): readonly RequiredRule<F>[] {
  if (required === false) return [];
  return [required === true ? { kind: 'required' } : { kind: 'required', ...required }];
}

/** One line of free text of at most `max` characters (D1, D9). */
export function text<const F extends string = never>(
  { required, autocomplete }: TextOptions<F>,
  max: number,
) {
  const rules = [...requiredRule<F>(required), { kind: 'invalid' }, { kind: 'maxLength', max }] as const;
  return { type: 'text', autocomplete, rules } as const;
}

/** A street line of at most 100 characters that is not a P.O. box (spec section 5). */
export function street<const F extends string = never>(options: TextOptions<F>) {
  const line = text<F>(options, 100);
  return { ...line, rules: [...line.rules, { kind: 'noPoBox' }] } as const;
}

/** One of the 50 states or DC. */
export function state<const F extends string = never>({ required, autocomplete }: TextOptions<F>) {
  return { type: 'state', autocomplete, rules: [...requiredRule<F>(required), { kind: 'state' }] } as const;
}

/** Five digits that lie in the state held by the field `of` of the same record (D4). */
export function zipIn<const S extends string, const F extends string = never>(
  of: S,
  { required, autocomplete }: TextOptions<F>,
) {
  return {
    type: 'zip',
    autocomplete,
    rules: [
      ...requiredRule<F>(required),
      { kind: 'digits', count: 5 },
      { kind: 'postalCodeForState', state: of },
    ],
  } as const;
}

/** Yes or no, without a default. */
export function yesNo() {
  return { type: 'yesNo', rules: [...requiredRule(), { kind: 'invalid' }] } as const;
}

/** One of a fixed list. */
export function choice<const O extends string>(options: readonly O[]) {
  return { type: 'choice', options, rules: [...requiredRule(), { kind: 'invalid' }] } as const;
}

/** A box to tick; if it is required, only the tick is an answer. */
export function consent({ required } = { required: true }) {
  const tick = required ? [{ kind: 'required', ticked: true } as const] : [];
  return { type: 'consent', rules: [...tick, { kind: 'invalid' }] } as const;
}

/** A code of the bundled list of industries (D39). */
export function industry() {
  return {
    type: 'industry',
    autocomplete: 'off',
    rules: [...requiredRule(), { kind: 'industryCode' }],
  } as const;
}

/** A valid address of at most 100 characters. */
export function email({ autocomplete }: TextOptions<never>) {
  const rules = [...requiredRule(), { kind: 'email' }, { kind: 'maxLength', max: 100 }] as const;
  return { type: 'email', autocomplete, rules } as const;
}

/** A valid number of the North American plan. */
export function phone({ autocomplete }: TextOptions<never>) {
  return { type: 'phone', autocomplete, rules: [...requiredRule(), { kind: 'phone' }] } as const;
}

/** Nine digits, read back only as the last four. The browser never fills it in (design brief, section 1.9). */
export function ssn({ required } = { required: true }) {
  return {
    type: 'ssn',
    caution: 'ssnNotIssued',
    autocomplete: 'off',
    sensitive: 'masked',
    rules: [...requiredRule(required), { kind: 'ssn' }],
  } as const;
}

/** An EIN, nine digits; read back only as the last four. */
export function taxId() {
  return {
    type: 'taxId',
    caution: 'einPrefix',
    autocomplete: 'off',
    sensitive: 'masked',
    rules: [...requiredRule(), { kind: 'taxId' }],
  } as const;
}

/** From 1900 to eighteen years ago (spec section 5, D5). */
export function dateOfBirth({ autocomplete }: TextOptions<never>) {
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
  } as const;
}

/** A whole number of at most `digits` digits. */
export function count(digits: number) {
  const rules = [...requiredRule(), { kind: 'numeric' }, { kind: 'maxLength', max: digits }] as const;
  return { type: 'count', autocomplete: 'off', rules } as const;
}

/** Whole years of at most `digits` digits. */
export function years(digits: number) {
  return { ...count(digits), type: 'years' } as const;
}

/** Whole US dollars up to 999999999 (spec section 9). */
export function money() {
  const rules = [...requiredRule(), { kind: 'numeric' }, { kind: 'maxValue', max: 999_999_999 }] as const;
  return { type: 'money', autocomplete: 'off', rules } as const;
}

/** A share of the business in percent with up to two decimals; of a beneficial owner at least `ownerMinimum`. */
export function share(ownerMinimum?: number) {
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
  } as const;
}
