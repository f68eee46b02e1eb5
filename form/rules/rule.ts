/**
 * The kinds of rules, a closed set (D7). A rule is plain data, so a program can tighten its limit, and the API description can
 * print it. `rules.ts` has the function that checks each kind.
 */
import type { IsoDate } from '../field-types/date.ts';
import type { Unparsable } from '../field-types/field-type.ts';

export type Rule =
  | RequiredRule
  /** The answer must have the shape of its field: allowed characters, a listed option, or a date from `earliest` on (D5, D9). */
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

/** The field must be answered. */
export interface RequiredRule<F extends string = string> {
  readonly kind: 'required';
  /** Only a ticked box counts as an answer. */
  readonly ticked?: true;
  /** The fields of the same record of which at least one must be answered for this rule to apply (D14). */
  readonly onceAnyOf?: readonly F[];
}

/** The ZIP code must belong to the state in the field `state` of the same record. Without a state, any ZIP passes (D4). */
export interface PostalCodeForStateRule<F extends string = string> {
  readonly kind: 'postalCodeForState';
  readonly state: F;
}

/** An answer as the rules get it: parsed and normalized, or `unparsable`. */
export type ParsedValue = string | number | boolean | Unparsable;

/** The data that a rule can use besides the answer. */
export interface RuleContext {
  /** The current date in Honolulu, which the product uses everywhere (D5). */
  readonly today: IsoDate;
  /** The whole record: the stored answers, replaced by those that are being sent (D45). */
  readonly record: Readonly<Record<string, unknown>>;
  /** The share, in hundredths of a percent, that the other people of the application leave unclaimed (D6). */
  readonly unclaimedShare: number;
  /** The Social Security numbers that this person must not have, because other people of the application have them (D2). */
  readonly otherSsns: readonly string[];
  /** Returns whether a code is in the list of industries. A function, because the page loads the list later (D39). */
  readonly isIndustry: (code: string) => boolean;
  readonly guarantorRequired: boolean;
  /** Whether the fields are on a screen of their own, where the person can leave all of them empty only with Skip (D14). */
  readonly onlySkipLeavesOut?: boolean | undefined;
}

/** Returns whether an answer obeys a rule. Gets null for a missing answer, but only if `checksAbsence` for the rule's kind. */
export type Check<R extends Rule = Rule> = (
  value: ParsedValue | null,
  rule: R,
  context: RuleContext,
) => boolean;
