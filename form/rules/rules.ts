/** Checks answers against all kinds of rules (D7). */
import { ageOn } from '../field-types/date.ts';
import { isUnparsable } from '../field-types/field-type.ts';
import { hundredths } from '../field-types/numbers.ts';
import { isStateCode } from '../lists/states.ts';
import { zipLiesIn } from '../lists/zip-areas.ts';
import { noPoBox } from './no-po-box.ts';
import type { Check, ParsedValue, Rule, RuleContext, RuleKind, RuleOfKind } from './rule.ts';

export const identifierDigits = { ssn: 9, taxId: 9, phone: 10, industryCode: 6 } as const;

/** Matches an email address that is valid by the HTML standard and whose domain contains a dot. */
export const emailAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** Matches letters, marks, numbers, punctuation, symbols, spaces, and the two joiners that parsing preserves (D9). */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\u200C\u200D]*$/u;

/** Returns the length of a text in Unicode code points (D1). */
export function lengthOf(text: string): number {
  return [...text].length;
}

function isDigits(value: unknown, count: number): value is string {
  return typeof value === 'string' && /^\d+$/.test(value) && value.length === count;
}

/**
 * The check for each kind of rule. Limits are inclusive (D1). The check of a limit accepts an answer of the wrong type, because
 * another rule refuses such an answer.
 */
const checks: { readonly [K in RuleKind]: Check<RuleOfKind<K>> } = {
  required: (value, { ticked, onceAnyOf }, { record, onlySkipLeavesOut }) => {
    if (ticked) return value === true;
    if (value !== null) return true;
    if (!onceAnyOf || onlySkipLeavesOut) return false;
    return onceAnyOf.every((key) => (record[key] ?? null) === null);
  },
  invalid: (value, { earliest }) =>
    !isUnparsable(value) &&
    (typeof value !== 'string' || (printable.test(value) && (earliest === undefined || value >= earliest))),
  // A future date breaks this rule, too. Fields check `notInFuture` first, so the person sees the message of `notInFuture`.
  minAge: (value, { min }, { today }) => typeof value !== 'string' || ageOn(today, value) >= min,
  minLength: (value, { min }) => typeof value !== 'string' || lengthOf(value) >= min,
  // For a number, `max` is the maximum number of digits (D2).
  maxLength: (value, { max }) => {
    if (typeof value === 'string') return lengthOf(value) <= max;
    return typeof value !== 'number' || value < 10 ** max;
  },
  minValue: (value, { min }) => typeof value !== 'number' || value >= min,
  maxValue: (value, { max }) => typeof value !== 'number' || value <= max,
  email: (value) => typeof value === 'string' && emailAddress.test(value),
  // In the North American plan, the area code and the exchange each start with 2 to 9. Neither ends with 11 (D9).
  phone: (value) => isDigits(value, identifierDigits.phone) && /^[2-9](?!11)\d{2}[2-9](?!11)/.test(value),
  numeric: (value) => typeof value === 'number',
  digits: (value, { count }) => isDigits(value, count),
  taxId: (value) => isDigits(value, identifierDigits.taxId),
  ssn: (value, _rule, { otherSsns }) => isDigits(value, identifierDigits.ssn) && !otherSsns.includes(value),
  state: (value) => typeof value === 'string' && isStateCode(value),
  postalCodeForState: (value, rule, { record }) => {
    const state = record[rule.state];
    if (typeof value !== 'string' || typeof state !== 'string') return true;
    return zipLiesIn(value, state);
  },
  noPoBox,
  industryCode: (value, _rule, { isIndustry }) =>
    isDigits(value, identifierDigits.industryCode) && isIndustry(value),
  notInFuture: (value, _rule, { today }) => typeof value !== 'string' || value <= today,
  notInPast: (value, _rule, { today }) => typeof value !== 'string' || value >= today,
  ownerMinimum: (value, { min }) => typeof value !== 'number' || hundredths(value) >= hundredths(min),
  totalOwnership: (value, _rule, { unclaimedShare }) =>
    typeof value !== 'number' || hundredths(value) <= unclaimedShare,
  fileRequired: (value) => typeof value === 'string',
  // The answer is null until the person has opened the agreement (D31).
  agreementRead: (value) => value !== null,
  agreeRequired: (value) => value === true,
  guarantorRead: (value, _rule, { guarantorRequired }) => !guarantorRequired || typeof value === 'string',
};

const absenceKinds: ReadonlySet<RuleKind> = new Set([
  'required',
  'fileRequired',
  'agreementRead',
  'agreeRequired',
  'guarantorRead',
]);

/** Returns whether a missing answer can break a rule of this kind. */
export function checksAbsence(kind: RuleKind): boolean {
  return absenceKinds.has(kind);
}

/** Returns whether the answer obeys the rule. */
export function obeys(value: ParsedValue | null, rule: Rule, context: RuleContext): boolean {
  if (value === null && !checksAbsence(rule.kind)) return true;
  return (checks[rule.kind] as Check)(value, rule, context);
}
