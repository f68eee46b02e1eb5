/** Creates fields that several records have in common. A declaration can spread such a field to add properties. */
import type { RequiredRule } from '../rules/rule.ts';

/** Whether a field is required. With `onceAnyOf`, it is required only if at least one of the listed fields is answered (D14). */
type Required<F extends string> = boolean | { readonly onceAnyOf: readonly F[] };

/** The options of a field that the browser can fill in. The field is required by default. */
interface TextOptions<F extends string = never> {
  readonly required?: Required<F>;
  readonly autocomplete: string;
}

const required = { kind: 'required' } as const;

function requiredRule<F extends string = never>(isRequired: Required<F> = true): readonly RequiredRule<F>[] {
  if (isRequired === false) return [];
  return [isRequired === true ? required : { ...required, ...isRequired }];
}

/** Returns a field for one line of free text with at most `max` characters (D1, D9). */
export function text<const F extends string = never>(options: TextOptions<F>, max: number) {
  const rules = [
    ...requiredRule<F>(options.required),
    { kind: 'invalid' },
    { kind: 'maxLength', max },
  ] as const;
  return { type: 'text', autocomplete: options.autocomplete, rules } as const;
}

/** Returns a field for a street line of at most 100 characters that isn't a P.O. box (spec section 5). */
export function street<const F extends string = never>(options: TextOptions<F>) {
  const line = text<F>(options, 100);
  return { ...line, rules: [...line.rules, { kind: 'noPoBox' }] } as const;
}

/** Returns a field for one of the 50 states or DC. */
export function state<const F extends string = never>(options: TextOptions<F>) {
  const rules = [...requiredRule<F>(options.required), { kind: 'state' }] as const;
  return { type: 'state', autocomplete: options.autocomplete, rules } as const;
}

/** Returns a field for a five-digit ZIP code, which must be in the state that the field with the key `of` contains (D4). */
export function zipIn<const S extends string, const F extends string = never>(
  of: S,
  options: TextOptions<F>,
) {
  const inState = { kind: 'postalCodeForState', state: of } as const;
  const rules = [...requiredRule<F>(options.required), { kind: 'digits', count: 5 }, inState] as const;
  return { type: 'zip', autocomplete: options.autocomplete, rules } as const;
}

/** A required field for Yes or No, without a default. */
export const yesNo = { type: 'yesNo', rules: [required, { kind: 'invalid' }] } as const;

/** Returns a field whose answer is one option of a fixed list. By default, it is required. */
export function choice<const O extends string>(options: readonly O[], { required } = { required: true }) {
  return { type: 'choice', options, rules: [...requiredRule(required), { kind: 'invalid' }] } as const;
}

/** A required checkbox. An unchecked box isn't an answer. */
export const consent = {
  type: 'consent',
  rules: [{ kind: 'required', ticked: true }, { kind: 'invalid' }],
} as const;

/** Returns a required field for a valid email address of at most 100 characters. */
export function email({ autocomplete }: TextOptions) {
  const rules = [required, { kind: 'email' }, { kind: 'maxLength', max: 100 }] as const;
  return { type: 'email', autocomplete, rules } as const;
}

/** Returns a required field for a valid phone number of the North American plan. */
export function phone({ autocomplete }: TextOptions) {
  return { type: 'phone', autocomplete, rules: [required, { kind: 'phone' }] } as const;
}

/** The properties of SSN and tax ID fields: calls return only the last four digits, and browsers never fill them in (D41). */
const masked = { autocomplete: 'off', sensitive: 'masked' } as const;

/** Returns a field for a Social Security number. */
export function ssn({ required } = { required: true }) {
  const rules = [...requiredRule(required), { kind: 'ssn' }] as const;
  return { ...masked, type: 'ssn', caution: 'ssnNotIssued', rules } as const;
}

/** Returns a required field for an EIN, or for an SSN if the choice `kind` is `ssn`. The applicant's own SSN is allowed (D67). */
export function taxId<const K extends string>({ kind }: { readonly kind: K }) {
  const both = { ...masked, rules: [required, { kind: 'taxId' }] } as const;
  const field = { ...both, type: 'ssn', caution: 'ssnNotIssued' } as const;
  return { ...both, type: 'taxId', caution: 'einPrefix', variant: { by: kind, is: 'ssn', field } } as const;
}

/** Returns a required field for a date of birth between 1900 and eighteen years ago (spec section 5, D5). */
export function dateOfBirth({ autocomplete }: TextOptions) {
  const earliest = { kind: 'invalid', earliest: '1900-01-01' } as const;
  const rules = [required, earliest, { kind: 'notInFuture' }, { kind: 'minAge', min: 18 }] as const;
  return { type: 'date', autocomplete, sensitive: 'sealed', rules } as const;
}

/** Returns a required field for a whole number with at most `digits` digits. */
export function count(digits: number) {
  const rules = [required, { kind: 'numeric' }, { kind: 'maxLength', max: digits }] as const;
  return { type: 'count', autocomplete: 'off', rules } as const;
}

/** Returns a required field for a number of whole years with at most `digits` digits. */
export function years(digits: number) {
  return { ...count(digits), type: 'years' } as const;
}

/** A required field for an amount in whole US dollars, up to 999999999 (spec section 9). */
export const money = {
  type: 'money',
  autocomplete: 'off',
  rules: [required, { kind: 'numeric' }, { kind: 'maxValue', max: 999_999_999 }],
} as const;

/** Returns a required field for the percentage of the business that a person owns. `min`, if set, is the minimum. */
export function share(min?: number) {
  const ownerMinimum = min === undefined ? [] : [{ kind: 'ownerMinimum', min } as const];
  const limits = [...ownerMinimum, { kind: 'maxValue', max: 100 }, { kind: 'totalOwnership' }] as const;
  return { type: 'percent', autocomplete: 'off', rules: [required, { kind: 'numeric' }, ...limits] } as const;
}
