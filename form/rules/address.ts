import { zipLiesIn } from '../lists/zip-areas.ts';
import type { Check, RuleOfKind } from './rule.ts';

/** `postalCodeForState`: the ZIP code lies in the state that the record names; without a state there is no saying (D4). */
export const zipMatchesState: Check<RuleOfKind<'postalCodeForState'>> = (value, rule, { record }) => {
  const state = record[rule.state];
  if (typeof value !== 'string' || typeof state !== 'string') return true;
  return zipLiesIn(value, state);
};
