/** Numbers that identify: ZIP code, Social Security number, EIN, phone, industry code (D2, D9, D39). */
import type { Check, RuleOfKind } from './rule.ts';

/** How many digits an identifier has. */
export const identifierDigits = { ssn: 9, taxId: 9, phone: 10, industryCode: 6 } as const;

function isDigits(value: unknown, count: number): value is string {
  return typeof value === 'string' && /^\d+$/.test(value) && value.length === count;
}

/** `digits`: exactly {count} digits (D2). */
export const hasDigits: Check<RuleOfKind<'digits'>> = (value, { count }) => isDigits(value, count);

/** `ssn`: any nine digits, and not the number of another person who may not share it (D2). */
export const isSsn: Check<RuleOfKind<'ssn'>> = (value, _rule, { otherSsns }) =>
  isDigits(value, identifierDigits.ssn) && !otherSsns.includes(value);

/** `taxId`: an EIN, nine digits (D2). */
export const isTaxId: Check<RuleOfKind<'taxId'>> = (value) => isDigits(value, identifierDigits.taxId);

/** `phone`: a valid number of the North American plan: area and exchange start with 2–9, neither is N11 (D9). */
export const isPhone: Check<RuleOfKind<'phone'>> = (value) =>
  isDigits(value, identifierDigits.phone) && /^[2-9](?!11)\d{2}[2-9](?!11)/.test(value);

/** `industryCode`: a code of the bundled list, NAICS 2022 (D39). */
export const isIndustry: Check<RuleOfKind<'industryCode'>> = (value, _rule, { isIndustry: isListed }) =>
  isDigits(value, identifierDigits.industryCode) && isListed(value);
