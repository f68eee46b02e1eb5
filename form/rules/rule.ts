/**
 * The kinds of rules: a closed, typed set (D7). A rule is plain data, so that a program can tighten a limit and the API
 * description can print it. `rules.ts` has the function that checks each.
 */
import type { IsoDate } from '../field-types/date.ts';
import type { Unparsable } from '../field-types/field-type.ts';

export type Rule =
  | RequiredRule
  /** The answer has its field's shape: allowed characters, an option of the list, a date from `earliest` on (D5, D9). */
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

/** An answer must be given. */
export interface RequiredRule<F extends string = string> {
  readonly kind: 'required';
  /** Only a ticked box counts as an answer. */
  readonly ticked?: true;
  /** Required only when one of these fields of the same record is given (D14). */
  readonly onceAnyOf?: readonly F[];
}

/** The ZIP code must belong to the state in the named field of the same record; any ZIP passes without a state (D4). */
export interface PostalCodeForStateRule<F extends string = string> {
  readonly kind: 'postalCodeForState';
  readonly state: F;
}

/** An answer as the rules see it: parsed and normalized, or `unparsable`. */
export type ParsedValue = string | number | boolean | Unparsable;

/** What a rule can look at besides the answer. */
export interface RuleContext {
  /** Today's date for this product (D5). */
  readonly today: IsoDate;
  /** The whole record: stored answers merged with the ones being sent (D45). */
  readonly record: Readonly<Record<string, unknown>>;
  /** Hundredths of a percent that the other people of the application do not own (D6). */
  readonly unclaimedShare: number;
  /** Social Security numbers of the application's other people who may not share one (D2). */
  readonly otherSsns: readonly string[];
  /** Returns whether a code is in the list of industries, which the page loads later (D39). */
  readonly isIndustry: (code: string) => boolean;
  readonly guarantorRequired: boolean;
  /** The fields are on their own screen, where only Skip leaves all of them empty (D14). */
  readonly onlySkipLeavesOut?: boolean | undefined;
}

/** True when the answer obeys the rule. A kind of `checksAbsence` also gets null. */
export type Check<R extends Rule = Rule> = (
  value: ParsedValue | null,
  rule: R,
  context: RuleContext,
) => boolean;
