import type { Check, RuleOfKind } from './rule.ts';

/** A valid e-mail address of the HTML living standard, with a dot in its domain. */
const address =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** `email`: the HTML living standard's rule, with a dot in the domain (D9). */
export const isEmail: Check<RuleOfKind<'email'>> = (value) =>
  typeof value === 'string' && address.test(value);
