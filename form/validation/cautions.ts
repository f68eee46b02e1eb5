/** Finds answers that break no rule but are most likely typing mistakes. The page warns about them when a field loses focus. */
import { isUnparsable } from '../field-types/field-type.ts';
import type { CautionsOn, Field } from '../fields/field.ts';
import { isEinPrefix, isNeverIssued, mayBeItin } from '../lists/issued-numbers.ts';
import type { ParsedValue } from '../rules/rule.ts';
import { noContext, parseTyped, validateAnswer } from './validate.ts';

/** The kind of a warning. It is also the key of the warning's text. */
export type CautionKind = CautionsOn[keyof CautionsOn] | 'ssnIsItin';

export interface Caution {
  readonly kind: CautionKind;
  /** The values that the warning's text contains. */
  readonly values: Readonly<Record<string, string>>;
}

/** The checks by kind of caution. Each check returns a warning about a valid answer, or undefined if the answer is plausible. */
const checks: {
  readonly [C in CautionsOn[keyof CautionsOn]]: (answer: ParsedValue) => Caution | undefined;
} = {
  einPrefix: (answer) => {
    const prefix = String(answer).slice(0, 2);
    return isEinPrefix(prefix) ? undefined : { kind: 'einPrefix', values: { prefix } };
  },
  ssnNotIssued: (answer) => {
    const ssn = String(answer);
    if (!isNeverIssued(ssn)) return undefined;
    return { kind: mayBeItin(ssn) ? 'ssnIsItin' : 'ssnNotIssued', values: {} };
  },
  // A number with four or more digits is most likely a calendar year, not a number of years.
  yearNotYears: (answer) => (Number(answer) >= 1000 ? { kind: 'yearNotYears', values: {} } : undefined),
};

/** Returns the warning about a typed answer if it is valid but implausible. Otherwise returns undefined. */
export function cautionOf(field: Field, typed: string): Caution | undefined {
  const { caution } = field;
  if (!caution) return undefined;
  const answer = parseTyped(field, typed);
  if (answer === null || isUnparsable(answer) || validateAnswer(field, '', answer, noContext))
    return undefined;
  return checks[caution](answer);
}
