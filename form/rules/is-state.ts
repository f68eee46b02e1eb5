import { isStateCode } from '../lists/states.ts';
import type { Check, RuleOfKind } from './rule.ts';

/** `state`: one of the 50 states or DC; territories are no answer here (D4). */
export const isState: Check<RuleOfKind<'state'>> = (value) => typeof value === 'string' && isStateCode(value);
