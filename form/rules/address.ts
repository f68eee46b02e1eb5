/** The state of an address, and the ZIP code that must lie in it (D4). */
import { isStateCode } from '../lists/states.ts';
import { zipLiesIn } from '../lists/zip-areas.ts';
import type { Check, RuleOfKind } from './rule.ts';

/** `state`: one of the 50 states or DC; territories are no answer here (D4). */
export const isState: Check<RuleOfKind<'state'>> = (value) => typeof value === 'string' && isStateCode(value);

/** `postalCodeForState`: the ZIP code lies in the state of the record; any ZIP passes while there is no state (D4). */
export const zipMatchesState: Check<RuleOfKind<'postalCodeForState'>> = (value, rule, { record }) => {
  const state = record[rule.state];
  if (typeof value !== 'string' || typeof state !== 'string') return true;
  return zipLiesIn(value, state);
};
