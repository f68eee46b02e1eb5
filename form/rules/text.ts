/** How long a text may be, and what an email address looks like (D1, D9). */
import type { Check, RuleOfKind } from './rule.ts';

/** What a text counts: its Unicode code points (D1). */
export function lengthOf(text: string): number {
  return [...text].length;
}

/** `minLength`: at least {min} Unicode code points, inclusive (D1). */
export const isLongEnough: Check<RuleOfKind<'minLength'>> = (value, { min }) =>
  typeof value !== 'string' || lengthOf(value) >= min;

/** `maxLength`: at most {max} Unicode code points; of a number, at most {max} digits. Inclusive (D1, D2). */
export const isShortEnough: Check<RuleOfKind<'maxLength'>> = (value, { max }) => {
  if (typeof value === 'string') return lengthOf(value) <= max;
  return typeof value !== 'number' || value < 10 ** max;
};

/** A valid e-mail address of the HTML living standard, with a dot in its domain. */
export const emailAddress =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** `email`: the HTML living standard's rule, with a dot in the domain (D9). */
export const isEmail: Check<RuleOfKind<'email'>> = (value) =>
  typeof value === 'string' && emailAddress.test(value);
