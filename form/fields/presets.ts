/** Creates the kinds of fields that several records have in common. A declaration can spread such a field to add properties. */
import type { RequiredRule } from '../rules/rule.ts';

/**
 * True for a required field, false for an optional field, or a list of fields. If any field in the list is answered, this field
 * is required (D14).
 */
type Required<F extends string> = boolean | { readonly onceAnyOf: readonly F[] };

/** The options of a field that the browser can fill in. The field is required by default. */
interface TextOptions<F extends string> {
  readonly required?: Required<F>;
  readonly autocomplete: string;
}

/** Returns a list with the rule `required`, or an empty list for an optional field. */
function requiredRule<F extends string = never>(required: Required<F> = true): readonly RequiredRule<F>[] {
  if (required === false) return [];
  return [required === true ? { kind: 'required' } : { kind: 'required', ...required }];
}

/** Returns a field for one line of free text with at most `max` characters (D1, D9). */
export function text<const F extends string = never>(
  { required, autocomplete }: TextOptions<F>,
  max: number,
) {
  const rules = [...requiredRule<F>(required), { kind: 'invalid' }, { kind: 'maxLength', max }] as const;
  return { type: 'text', autocomplete, rules } as const;
}

/** Returns a field for a street line of at most 100 characters that isn't a P.O. box (spec section 5). */
export function street<const F extends string = never>(options: TextOptions<F>) {
  const line = text<F>(options, 100);
  return { ...line, rules: [...line.rules, { kind: 'noPoBox' }] } as const;
}

/** Returns a field for one of the 50 states or DC. */
export function state<const F extends string = never>({ required, autocomplete }: TextOptions<F>) {
  return { type: 'state', autocomplete, rules: [...requiredRule<F>(required), { kind: 'state' }] } as const;
}

/** Returns a field for a five-digit ZIP. The ZIP must be in the state that the same record's field `of` contains (D4). */
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

/** Returns a required field for Yes or No, without a default. */
export function yesNo() {
  return { type: 'yesNo', rules: [...requiredRule(), { kind: 'invalid' }] } as const;
}

/** Returns a field whose answer is one option of a fixed list. By default, it is required. */
export function choice<const O extends string>(options: readonly O[], { required } = { required: true }) {
  return { type: 'choice', options, rules: [...requiredRule(required), { kind: 'invalid' }] } as const;
}

/** Returns a field for a checkbox. If the field is required, only a checked box counts as an answer. */
export function consent({ required } = { required: true }) {
  const tick = required ? [{ kind: 'required', ticked: true } as const] : [];
  return { type: 'consent', rules: [...tick, { kind: 'invalid' }] } as const;
}

/** Returns a required field for a code from the bundled list of industries (D39). */
export function industry() {
  return {
    type: 'industry',
    autocomplete: 'off',
    rules: [...requiredRule(), { kind: 'industryCode' }],
  } as const;
}

/** Returns a required field for a valid email address of at most 100 characters. */
export function email({ autocomplete }: TextOptions<never>) {
  const rules = [...requiredRule(), { kind: 'email' }, { kind: 'maxLength', max: 100 }] as const;
  return { type: 'email', autocomplete, rules } as const;
}

/** Returns a required field for a valid phone number of the North American plan. */
export function phone({ autocomplete }: TextOptions<never>) {
  return { type: 'phone', autocomplete, rules: [...requiredRule(), { kind: 'phone' }] } as const;
}

/**
 * Returns a field for a Social Security number. Only its last four digits can be read back, and the browser never fills it in
 * (design brief, section 1.9).
 */
export function ssn({ required } = { required: true }) {
  return {
    type: 'ssn',
    caution: 'ssnNotIssued',
    autocomplete: 'off',
    sensitive: 'masked',
    rules: [...requiredRule(required), { kind: 'ssn' }],
  } as const;
}

/**
 * Returns a required field for a federal tax ID of nine digits. Only its last four digits can be read back. It is an EIN or, if
 * the choice `kind` of the same record says so, a Social Security number (D67). As a tax ID, this number may be the applicant's.
 */
export function taxId<const K extends string>({ kind }: { readonly kind: K }) {
  const both = {
    autocomplete: 'off',
    sensitive: 'masked',
    rules: [...requiredRule(), { kind: 'taxId' }],
  } as const;
  return {
    ...both,
    type: 'taxId',
    caution: 'einPrefix',
    variant: { by: kind, is: 'ssn', field: { ...both, type: 'ssn', caution: 'ssnNotIssued' } },
  } as const;
}

/** Returns a required field for a date of birth between 1900 and eighteen years ago (spec section 5, D5). */
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

/** Returns a required field for a whole number with at most `digits` digits. */
export function count(digits: number) {
  const rules = [...requiredRule(), { kind: 'numeric' }, { kind: 'maxLength', max: digits }] as const;
  return { type: 'count', autocomplete: 'off', rules } as const;
}

/** Returns a required field for a number of whole years with at most `digits` digits. */
export function years(digits: number) {
  return { ...count(digits), type: 'years' } as const;
}

/** Returns a required field for an amount in whole US dollars, up to 999999999 (spec section 9). */
export function money() {
  const rules = [...requiredRule(), { kind: 'numeric' }, { kind: 'maxValue', max: 999_999_999 }] as const;
  return { type: 'money', autocomplete: 'off', rules } as const;
}

/**
 * Returns a required field for a percentage of the business, with up to two decimals. With `ownerMinimum`, which is set for
 * beneficial owners, the percentage must be at least `ownerMinimum`.
 */
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
