/** Every kind of rule with the function that checks it (D7). */
import { isState, zipMatchesState } from './address.ts';
import { answerIsGiven, hasItsShape } from './answers.ts';
import { agreementIsAgreed, agreementIsRead, fileIsGiven, guarantorIsRead } from './confirmations.ts';
import { isOldEnough, notInFuture, notInPast } from './dates.ts';
import { hasDigits, isIndustry, isPhone, isSsn, isTaxId } from './identifiers.ts';
import { noPoBox } from './no-po-box.ts';
import { isLargeEnough, isNumber, isSmallEnough } from './numbers.ts';
import { ownerHasMinimum, ownershipWithinTotal } from './ownership.ts';
import type { Check, ParsedValue, Rule, RuleContext, RuleKind, RuleOfKind } from './rule.ts';
import { isEmail, isLongEnough, isShortEnough } from './text.ts';

const checks: { readonly [K in RuleKind]: Check<RuleOfKind<K>> } = {
  required: answerIsGiven,
  invalid: hasItsShape,
  minAge: isOldEnough,
  minLength: isLongEnough,
  maxLength: isShortEnough,
  minValue: isLargeEnough,
  maxValue: isSmallEnough,
  email: isEmail,
  phone: isPhone,
  numeric: isNumber,
  digits: hasDigits,
  taxId: isTaxId,
  ssn: isSsn,
  state: isState,
  postalCodeForState: zipMatchesState,
  noPoBox,
  industryCode: isIndustry,
  notInFuture,
  notInPast,
  ownerMinimum: ownerHasMinimum,
  totalOwnership: ownershipWithinTotal,
  fileRequired: fileIsGiven,
  agreementRead: agreementIsRead,
  agreeRequired: agreementIsAgreed,
  guarantorRead: guarantorIsRead,
};

/** The kinds of rules that a missing answer can break. */
const asksForAnAnswer: ReadonlySet<RuleKind> = new Set([
  'required',
  'fileRequired',
  'agreementRead',
  'agreeRequired',
  'guarantorRead',
]);

/** True when a missing answer can break a rule of this kind. */
export function checksAbsence(kind: RuleKind): boolean {
  return asksForAnAnswer.has(kind);
}

/** True when the answer obeys the rule. */
export function obeys<K extends RuleKind>(
  value: ParsedValue | null,
  rule: RuleOfKind<K> & Rule,
  context: RuleContext,
): boolean {
  if (value === null && !checksAbsence(rule.kind)) return true;
  const check: Check<RuleOfKind<K>> = checks[rule.kind as K];
  return check(value, rule, context);
}
