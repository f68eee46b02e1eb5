/** Every kind of rule and the file that says what it means (D7). */
import { agreementIsAgreed } from './agreement-is-agreed.ts';
import { agreementIsRead } from './agreement-is-read.ts';
import { answerIsGiven } from './answer-is-given.ts';
import { fileIsGiven } from './file-is-given.ts';
import { guarantorIsRead } from './guarantor-is-read.ts';
import { hasDigits } from './has-digits.ts';
import { hasItsShape } from './has-its-shape.ts';
import { isEmail } from './is-email.ts';
import { isIndustry } from './is-industry.ts';
import { isLargeEnough } from './is-large-enough.ts';
import { isLongEnough } from './is-long-enough.ts';
import { isNumber } from './is-number.ts';
import { isOldEnough } from './is-old-enough.ts';
import { isPhone } from './is-phone.ts';
import { isShortEnough } from './is-short-enough.ts';
import { isSmallEnough } from './is-small-enough.ts';
import { isSsn } from './is-ssn.ts';
import { isState } from './is-state.ts';
import { isTaxId } from './is-tax-id.ts';
import { noPoBox } from './no-po-box.ts';
import { notInFuture } from './not-in-future.ts';
import { notInPast } from './not-in-past.ts';
import { ownerHasMinimum } from './owner-has-minimum.ts';
import { ownershipWithinTotal } from './ownership-within-total.ts';
import type { Check, JudgedValue, Rule, RuleContext, RuleKind, RuleOfKind } from './rule.ts';
import { zipMatchesState } from './zip-matches-state.ts';

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

/** The rules that have something to say even where there is no answer. */
const asksForAnAnswer: ReadonlySet<RuleKind> = new Set([
  'required',
  'fileRequired',
  'agreementRead',
  'agreeRequired',
  'guarantorRead',
]);

/** True when a missing answer can break a rule of this kind. */
export function judgesAbsence(kind: RuleKind): boolean {
  return asksForAnAnswer.has(kind);
}

/** True when the answer obeys the rule. */
export function obeys<K extends RuleKind>(
  value: JudgedValue | null,
  rule: RuleOfKind<K> & Rule,
  context: RuleContext,
): boolean {
  if (value === null && !judgesAbsence(rule.kind)) return true;
  const check: Check<RuleOfKind<K>> = checks[rule.kind as K];
  return check(value, rule, context);
}
