/**
 * How a field is declared: once, as data, with everything that anyone needs to know of it. The type of the answer,
 * both checks, the API schema, the review row, encryption and redaction all follow from the declaration.
 */
import type { AnswerTypes, Kind } from './kinds/kind.ts';
import type { OrganizationType } from './lists/organization-types.ts';
import type { PostalCodeForStateRule, RequiredRule, Rule, RuleKind, RuleOfKind } from './rules/rule.ts';

/**
 * `masked`: sealed at rest, read back only as its last four. `sealed`: sealed at rest, read back to its own session
 * only. Both are redacted everywhere else (D41).
 */
export type Sensitivity = 'masked' | 'sealed';

type TextRules = 'required' | 'invalid' | 'minLength' | 'maxLength' | 'noPoBox';
type NumberRules = 'required' | 'numeric' | 'minValue' | 'maxValue';

/** Which rules make sense on which kind; any other combination does not compile. */
interface RuleKindsOf {
  text: TextRules;
  email: 'required' | 'email' | 'maxLength';
  phone: 'required' | 'phone';
  ssn: 'required' | 'ssn';
  taxId: 'required' | 'taxId';
  zip: 'required' | 'digits' | 'postalCodeForState';
  state: 'required' | 'state';
  industry: 'required' | 'industryCode';
  date: 'required' | 'invalid' | 'minAge' | 'notInFuture' | 'notInPast';
  count: NumberRules | 'maxLength';
  money: NumberRules;
  percent: NumberRules | 'ownerMinimum' | 'totalOwnership';
  yesNo: 'required' | 'invalid';
  consent: 'required' | 'invalid' | 'agreementRead' | 'agreeRequired';
  choice: 'required' | 'invalid';
  person: 'invalid' | 'guarantorRead';
  file: 'invalid' | 'fileRequired';
}

/** The rules that may stand on a field of this kind, as a union. */
export type RuleOn<K extends Kind> = { [L in K]: RuleOfKind<RuleKindsOf[L]> }[K];

/** What decides whether a field is asked at all, beside a program's wish. */
export interface AskedOf {
  readonly organizationType: OrganizationType | null;
}

/** The words of a field. `{name}` stands for the person the screen is about. */
export interface Words {
  readonly label: string;
  readonly hint?: string;
  readonly help?: string;
}

export interface FieldOf<K extends Kind, R extends Rule = RuleOn<K>> extends Words {
  readonly kind: K;
  /** In the order in which they are judged; the first that fails speaks. */
  readonly rules: readonly R[];
  /** What to do about a failed rule, after the catalogue's message (D8). */
  readonly repairs?: { readonly [R in RuleKind]?: string };
  /** The browser's autocomplete token (design brief, section 1). */
  readonly autocomplete?: string;
  readonly sensitive?: K extends 'ssn' | 'taxId' ? Sensitivity : 'sealed';
  /** Whether the field is asked in this situation; left out: always. */
  readonly asked?: (of: AskedOf) => boolean;
  /** Hidden by a program (D13). */
  readonly hidden?: boolean;
}

/** A field with a fixed list of options: the key that is stored, and the words that are shown. */
export interface ChoiceField<O extends string> extends FieldOf<'choice'> {
  readonly options: Readonly<Record<O, string>>;
}

/** The rules of a kind where `required` and `postalCodeForState` name fields that the compiler looks up. */
export type RuleNaming<K extends Kind, F extends string, S extends string = never> =
  | Exclude<RuleOn<K>, { kind: 'required' | 'postalCodeForState' }>
  | RequiredRule<F>
  | ([S] extends [never] ? never : PostalCodeForStateRule<S>);

/** Any field, as those see it who handle all alike. */
export type Field = {
  [K in Kind]: K extends 'choice' ? ChoiceField<string> : FieldOf<K>;
}[Kind];

/** The fields of one record, by key. */
export type Fields = Readonly<Record<string, Field>>;

/** The answer that a field holds. */
export type AnswerOf<F> =
  F extends ChoiceField<infer O> ? O : F extends { kind: infer K extends Kind } ? AnswerTypes[K] : never;

/** The answers of a record: each may still be missing. */
export type AnswersOf<Fs> = { -readonly [K in keyof Fs]?: AnswerOf<Fs[K]> | null };

/** Keys of the fields that are read back only as their last four. */
export type MaskedKey<Fs> = {
  [K in keyof Fs]: Fs[K] extends { sensitive: 'masked' } ? K : never;
}[keyof Fs] &
  string;

/** A record as it is read back: masked answers only as their last four (D41). */
export type ReadBackOf<Fs> = Omit<AnswersOf<Fs>, MaskedKey<Fs>> & {
  -readonly [K in MaskedKey<Fs> as `${K}Last4`]?: string | null;
};

/** The fields that a rule names: those of a required rule, and the state of a ZIP code. */
type NamedBy<R> = R extends { kind: 'required'; onceAnyOf?: readonly (infer F)[] }
  ? F
  : R extends { kind: 'postalCodeForState'; state: infer F }
    ? F
    : never;

/** The names that a field's rules name and its record lacks. A name that is any string cannot be looked up. */
type NamedInVain<F, Key> = F extends { rules: readonly (infer R)[] }
  ? R extends unknown
    ? string extends NamedBy<R>
      ? never
      : Exclude<NamedBy<R>, Key>
    : never
  : never;

/** Properties that fields of this kind do not have: those the compiler lets pass in an inferred type. */
type Stray<F> = Exclude<
  keyof F,
  F extends { kind: 'choice' } ? keyof ChoiceField<string> : keyof FieldOf<Kind>
>;

/** Refuses, in the compiler, a rule that names a field which is not of the record, and a misspelt property. */
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

/** The field as those see it who handle all fields alike. */
export function rulesOf(field: Field): readonly Rule[] {
  return field.rules;
}

/** The keys of a choice's options, empty for every other kind. */
export function optionsOf(field: Field): readonly string[] {
  return field.kind === 'choice' ? Object.keys(field.options) : [];
}
