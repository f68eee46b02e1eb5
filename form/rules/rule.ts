/** Declares all kinds of rules (D7). A rule is plain data, so a program can tighten its limit. */
import type { IsoDate } from '../field-types/date.ts';
import type { Unparsable } from '../field-types/field-type.ts';

export type Rule =
  | RequiredRule
  /** The answer has the format of its field: allowed characters, a listed option, or a date on or after `earliest` (D5, D9). */
  | { readonly kind: 'invalid'; readonly earliest?: IsoDate }
  | { readonly kind: 'minAge'; readonly min: number }
  | { readonly kind: 'minLength'; readonly min: number }
  | { readonly kind: 'maxLength'; readonly max: number }
  | { readonly kind: 'minValue'; readonly min: number }
  | { readonly kind: 'maxValue'; readonly max: number }
  | { readonly kind: 'email' }
  | { readonly kind: 'phone' }
  | { readonly kind: 'numeric' }
  | { readonly kind: 'digits'; readonly count: number }
  | { readonly kind: 'taxId' }
  | { readonly kind: 'ssn' }
  | { readonly kind: 'state' }
  | PostalCodeForStateRule
  | { readonly kind: 'noPoBox' }
  | { readonly kind: 'industryCode' }
  | { readonly kind: 'notInFuture' }
  | { readonly kind: 'notInPast' }
  | { readonly kind: 'ownerMinimum'; readonly min: number }
  | { readonly kind: 'totalOwnership' }
  | { readonly kind: 'fileRequired' }
  | { readonly kind: 'agreementRead' }
  | { readonly kind: 'agreeRequired' }
  | { readonly kind: 'guarantorRead' };

export type RuleKind = Rule['kind'];
export type RuleOfKind<K extends RuleKind> = Extract<Rule, { kind: K }>;

export interface RequiredRule<F extends string = string> {
  readonly kind: 'required';
  /** If true, the field counts as answered only if its box is checked. */
  readonly ticked?: true;
  /** If set, the field is required only if at least one of these fields of the same record is answered (D14). */
  readonly onceAnyOf?: readonly F[];
}

/** `state` is the key of a field. If that field contains a state, the ZIP code must be in this state (D4). */
export interface PostalCodeForStateRule<F extends string = string> {
  readonly kind: 'postalCodeForState';
  readonly state: F;
}

/** A parsed and normalized answer, or `unparsable`. Rules check answers in this form. */
export type ParsedValue = string | number | boolean | Unparsable;

/** The data that a rule can use in addition to the answer. */
export interface RuleContext {
  /** The current date in Honolulu, on the page and on the server (D5). */
  readonly today: IsoDate;
  /** All answers of the record: the sent answers, and the stored answers that they don't replace (D45). */
  readonly record: Readonly<Record<string, unknown>>;
  /** The share that is left after the shares of the other people in the application, in hundredths of a percent (D6). */
  readonly unclaimedShare: number;
  /** The Social Security numbers of the other people in the application. An answer must differ from all of them (D2). */
  readonly otherSsns: readonly string[];
  /** Returns whether a code is in the list of industries. This is a function because the page loads the list later (D39). */
  readonly isIndustry: (code: string) => boolean;
  readonly guarantorRequired: boolean;
  /** True at a step of the flow. There, a field with `onceAnyOf` is always required, and only Skip omits it (D14). */
  readonly onlySkipLeavesOut?: boolean | undefined;
}

/** Returns whether an answer obeys a rule. The answer is null only if `checksAbsence` returns true for the kind of rule. */
export type Check<R extends Rule = Rule> = (
  value: ParsedValue | null,
  rule: R,
  context: RuleContext,
) => boolean;
