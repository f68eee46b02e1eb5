/** Declares a field as data (D13). The field's text is in copy/ (D50). */
import type { AnswerTypes, FieldTypeName } from '../field-types/field-types.ts';
import type { Rule, RuleKind, RuleOfKind } from '../rules/rule.ts';
import { checksAbsence } from '../rules/rules.ts';
import type { ApplicationState } from './application-state.ts';

/** The kinds of rules that each type of field can have. Any other combination doesn't compile. */
export const ruleKinds = {
  text: ['required', 'invalid', 'minLength', 'maxLength', 'noPoBox'],
  email: ['required', 'email', 'maxLength'],
  phone: ['required', 'phone'],
  ssn: ['required', 'ssn', 'taxId'],
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

/** The cautions that each type of field can have. A caution is a warning about an answer that is most likely a mistake. */
export interface CautionsOn {
  taxId: 'einPrefix';
  ssn: 'ssnNotIssued';
  years: 'yearNotYears';
}

export type RuleOn<K extends FieldTypeName> = { [L in K]: RuleOfKind<(typeof ruleKinds)[L][number]> }[K];

export interface FieldOf<K extends FieldTypeName> {
  readonly type: K;
  /** The rules in the order in which they are checked. The first broken rule provides the message. */
  readonly rules: readonly RuleOn<K>[];
  /** The warning about answers that are most likely mistakes although no rule forbids them. */
  readonly caution?: K extends keyof CautionsOn ? CautionsOn[K] : never;
  /** The browser's autocomplete token (design brief, section 1.9). */
  readonly autocomplete?: string;
  /**
   * How an answer is protected (D41). The session that sent the answer can read it again if it is `sealed`, but can read only its
   * last four digits if it is `masked`.
   */
  readonly sensitive?: K extends 'ssn' | 'taxId' ? 'masked' | 'sealed' : 'sealed';
  /** A declaration that replaces this one if another answer of the record has a certain value. `fieldAs` applies it. */
  readonly variant?: Variant;
  /** The key of the texts in copy/ that replace the field's own texts. Only `fieldAs` sets this property. */
  readonly as?: string;
  /** Returns whether this application asks for the field. Undefined if it always does. Only `isAsked` calls this function. */
  readonly when?: (state: ApplicationState) => boolean;
  /** Whether the program hides the field (D13). */
  readonly hidden?: boolean;
}

/** A declaration that replaces the field's usual declaration if the choice field `by` of the same record has the answer `is`. */
export interface Variant {
  readonly by: string;
  readonly is: string;
  readonly field: Field;
}

/** A field with a fixed list of options. The key of the chosen option is also the stored answer. */
export interface ChoiceField<O extends string> extends FieldOf<'choice'> {
  readonly options: readonly O[];
  /** The option that a checkbox selects. If this is undefined, the person chooses from all options. */
  readonly tick?: O;
}

/** A field of any type, for code that treats all types in the same way. */
export type Field = {
  [K in FieldTypeName]: K extends 'choice' ? ChoiceField<string> : FieldOf<K>;
}[FieldTypeName];

export type Fields = Readonly<Record<string, Field>>;

export type AnswerOf<F> =
  F extends ChoiceField<infer O>
    ? O
    : F extends { type: infer K extends FieldTypeName }
      ? AnswerTypes[K]
      : never;

/** The type of a record's answers. Any of them can be missing. */
export type AnswersOf<Fs> = { -readonly [K in keyof Fs]?: AnswerOf<Fs[K]> | null };

export type MaskedKey<Fs> = {
  [K in keyof Fs]: Fs[K] extends { sensitive: 'masked' } ? K : never;
}[keyof Fs] &
  string;

/**
 * A record's answers as the API returns them. Of a masked answer, the API returns only the last four digits (D41). If an earlier
 * session gave a sealed answer, the API doesn't return this answer, but lists its key in `stored` (D55).
 */
export type ReadBackOf<Fs> = Omit<AnswersOf<Fs>, MaskedKey<Fs>> & {
  -readonly [K in MaskedKey<Fs> as `${K}Last4`]?: string | null;
} & { stored?: readonly string[] };

/** The keys of the fields to which a rule refers. Skips the type `string`, because it isn't the key of any one field. */
type NamedBy<R> = R extends
  | { kind: 'required'; onceAnyOf?: readonly (infer K)[] }
  | { kind: 'postalCodeForState'; state: infer K }
  ? string extends K
    ? never
    : K
  : never;

/** The keys that a field's rules or variant refer to but that its record doesn't have. */
type NamedInVain<F, Key> = Exclude<
  | (F extends { variant: { by: infer B } } ? B : never)
  | (F extends { rules: readonly (infer R)[] } ? NamedBy<R> : never),
  Key
>;

/** A declaration's properties that don't exist for its field type. The compiler alone would accept such properties. */
type Stray<F> = Exclude<
  keyof F,
  F extends { type: 'choice' } ? keyof ChoiceField<string> : keyof FieldOf<FieldTypeName>
>;

/** Makes the compiler refuse misspelled properties, and rules or variants that refer to a field that isn't in the record. */
type WellDeclared<Fs> = {
  readonly [K in keyof Fs]: ([NamedInVain<Fs[K], keyof Fs>] extends [never]
    ? unknown
    : `${K & string} names ${NamedInVain<Fs[K], keyof Fs> & string}, which is not there`) & {
    readonly [P in Stray<Fs[K]>]: never;
  };
};

/** Returns the declared fields of a record with their exact types. */
export function declareFields<const Fs extends Fields>(fields: Fs & WellDeclared<Fs>): Fs {
  return fields;
}

/** Returns the declaration that applies to a record's answers: the field's variant or, if that doesn't apply, the field. */
export function fieldAs(field: Field, record: Readonly<Record<string, unknown>>): Field {
  const { variant } = field;
  return variant && record[variant.by] === variant.is ? { ...variant.field, as: variant.is } : field;
}

/** Returns the rules of a field of any type. */
export function rulesOf(field: Field): readonly Rule[] {
  return field.rules;
}

/** Returns whether a field that is asked must always be answered before submit. */
export function isRequired(field: Field): boolean {
  return rulesOf(field).some((rule) => checksAbsence(rule.kind) && !('onceAnyOf' in rule));
}

/** Returns whether the server has the field's answer, but the page has only its last four digits (D41) or only its key (D55). */
export function isKept(field: Field, key: string, record: Readonly<Record<string, unknown>>): boolean {
  if (field.sensitive === 'masked') return typeof record[maskedKey(key)] === 'string';
  return field.sensitive === 'sealed' && storedKeys(record).includes(key);
}

/** Returns the keys of a record's sealed answers from an earlier session. The current session can't read them back (D55). */
export function storedKeys({ stored }: Readonly<Record<string, unknown>>): readonly string[] {
  return (stored as readonly string[] | undefined) ?? [];
}

/** Returns the key for the last four digits of a masked answer, such as `ssnLast4` for `ssn`. */
export function maskedKey<K extends string>(key: K): `${K}Last4` {
  return `${key}Last4`;
}

/** Returns whether a field is asked in this application: the program doesn't hide it, and its `when`, if any, returns true. */
export function isAsked(field: Field, state: ApplicationState): boolean {
  return !field.hidden && (field.when?.(state) ?? true);
}

/** Returns the keys of a choice's options, or an empty list for other types of fields. */
export function optionsOf(field: Field): readonly string[] {
  return field.type === 'choice' ? field.options : [];
}
