/**
 * The declaration of a field as data. The type of its answer, validation on both sides, the API schema, the review row,
 * encryption and redaction follow from it; its words are in copy/ (D50).
 */

import type { AnswerTypes, FieldTypeName } from '../field-types/field-type.ts';
import type { Rule, RuleKind, RuleOfKind } from '../rules/rule.ts';
import { checksAbsence } from '../rules/rules.ts';
import type { ApplicationState } from './application-state.ts';

/** The kinds of rules that each field type can have; any other combination does not compile. */
export const ruleKinds = {
  text: ['required', 'invalid', 'minLength', 'maxLength', 'noPoBox'],
  email: ['required', 'email', 'maxLength'],
  phone: ['required', 'phone'],
  ssn: ['required', 'ssn'],
  taxId: ['required', 'taxId'],
  zip: ['required', 'digits', 'postalCodeForState'],
  state: ['required', 'state'],
  industry: ['required', 'industryCode'],
  date: ['required', 'invalid', 'minAge', 'notInFuture', 'notInPast'],
  count: ['required', 'numeric', 'minValue', 'maxValue', 'maxLength'],
  years: ['required', 'numeric', 'minValue', 'maxValue', 'maxLength'],
  money: ['required', 'numeric', 'minValue', 'maxValue'],
  percent: ['required', 'numeric', 'minValue', 'maxValue', 'ownerMinimum', 'totalOwnership'],
  yesNo: ['required', 'invalid'],
  consent: ['required', 'invalid', 'agreementRead', 'agreeRequired'],
  choice: ['required', 'invalid'],
  person: ['invalid', 'guarantorRead'],
  file: ['invalid', 'fileRequired'],
} as const satisfies Readonly<Record<FieldTypeName, readonly RuleKind[]>>;

/** The caution that each type of field can have. */
export interface CautionsOn {
  taxId: 'einPrefix';
  ssn: 'ssnNotIssued';
  years: 'yearNotYears';
}

/** The rules that a field of this type can have, as a union. */
export type RuleOn<K extends FieldTypeName> = { [L in K]: RuleOfKind<(typeof ruleKinds)[L][number]> }[K];

export interface FieldOf<K extends FieldTypeName> {
  readonly type: K;
  /** In the order in which they are checked; the first that fails gives the message. */
  readonly rules: readonly RuleOn<K>[];
  /** The warning about an answer that is most likely a mistake, though no rule forbids it. */
  readonly caution?: K extends keyof CautionsOn ? CautionsOn[K] : never;
  /** The browser's autocomplete token (design brief, section 1.9). */
  readonly autocomplete?: string;
  /**
   * `masked`: stored sealed, read back only as its last four. `sealed`: stored sealed, read back only to its own session.
   * Both are redacted everywhere else (D41).
   */
  readonly sensitive?: K extends 'ssn' | 'taxId' ? 'masked' | 'sealed' : 'sealed';
  /** Returns whether the field is asked in this application; always if undefined. Only `isAsked` reads it. */
  readonly when?: (state: ApplicationState) => boolean;
  /** Hidden by a program (D13). */
  readonly hidden?: boolean;
}

/** A field with a fixed list of options, by the keys that are stored. */
export interface ChoiceField<O extends string> extends FieldOf<'choice'> {
  readonly options: readonly O[];
}

/** Any field, for code that handles all types alike. */
export type Field = {
  [K in FieldTypeName]: K extends 'choice' ? ChoiceField<string> : FieldOf<K>;
}[FieldTypeName];

/** The fields of one record, by key. */
export type Fields = Readonly<Record<string, Field>>;

/** The answer that a field holds. */
export type AnswerOf<F> =
  F extends ChoiceField<infer O>
    ? O
    : F extends { type: infer K extends FieldTypeName }
      ? AnswerTypes[K]
      : never;

/** The answers of a record, each of which can be missing. */
export type AnswersOf<Fs> = { -readonly [K in keyof Fs]?: AnswerOf<Fs[K]> | null };

/** Keys of the masked fields. */
export type MaskedKey<Fs> = {
  [K in keyof Fs]: Fs[K] extends { sensitive: 'masked' } ? K : never;
}[keyof Fs] &
  string;

/** A record as it is read back: masked answers as their last four (D41), an earlier session's as names in `stored` (D55). */
export type ReadBackOf<Fs> = Omit<AnswersOf<Fs>, MaskedKey<Fs>> & {
  -readonly [K in MaskedKey<Fs> as `${K}Last4`]?: string | null;
} & { stored?: readonly string[] };

/** The fields that a rule names. */
type NamedBy<R> = R extends { kind: 'required'; onceAnyOf?: readonly (infer F)[] }
  ? F
  : R extends { kind: 'postalCodeForState'; state: infer F }
    ? F
    : never;

/** The fields that a field's rules name and its record lacks. The type `string` cannot be looked up. */
type NamedInVain<F, Key> = F extends { rules: readonly (infer R)[] }
  ? R extends unknown
    ? string extends NamedBy<R>
      ? never
      : Exclude<NamedBy<R>, Key>
    : never
  : never;

/** Properties that fields of this type do not have. The compiler accepts them in an inferred type. */
type Stray<F> = Exclude<
  keyof F,
  F extends { type: 'choice' } ? keyof ChoiceField<string> : keyof FieldOf<FieldTypeName>
>;

/** Makes the compiler refuse a misspelled property, and a rule that names a field which its record lacks. */
type WellDeclared<Fs> = {
  readonly [K in keyof Fs]: ([NamedInVain<Fs[K], keyof Fs>] extends [never]
    ? unknown
    : `A rule of ${K & string} names ${NamedInVain<Fs[K], keyof Fs> & string}, which is not there`) & {
    readonly [P in Stray<Fs[K]>]: never;
  };
};

/** Declares the fields of a record, keeping their exact types. */
export function declareFields<const Fs extends Fields>(fields: Fs & WellDeclared<Fs>): Fs {
  return fields;
}

/** The rules of any field. */
export function rulesOf(field: Field): readonly Rule[] {
  return field.rules;
}

/** True if the field must be answered before submit in every application. */
export function isRequired(field: Field): boolean {
  return rulesOf(field).some((rule) => checksAbsence(rule.kind) && !('onceAnyOf' in rule));
}

/**
 * True if the server keeps an answer that the page does not have: the page has the last four digits of a masked answer
 * (D41), and the name of an answer from an earlier session (D55).
 */
export function isKept(field: Field, key: string, record: Readonly<Record<string, unknown>>): boolean {
  if (field.sensitive === 'masked') return typeof record[maskedKey(key)] === 'string';
  return field.sensitive === 'sealed' && storedKeys(record).includes(key);
}

/** The keys of a record's answers that an earlier session gave and that are not read back (D55). */
export function storedKeys({ stored }: Readonly<Record<string, unknown>>): readonly string[] {
  return (stored as readonly string[] | undefined) ?? [];
}

/** The key of a masked answer's last four digits: `ssn` → `ssnLast4`. */
export function maskedKey<K extends string>(key: K): `${K}Last4` {
  return `${key}Last4`;
}

/** True if a field is asked in this application: the program does not hide it, and its `when` holds. */
export function isAsked(field: Field, state: ApplicationState): boolean {
  return !field.hidden && (field.when?.(state) ?? true);
}

/** The keys of a choice's options, empty for every other type. */
export function optionsOf(field: Field): readonly string[] {
  return field.type === 'choice' ? field.options : [];
}
