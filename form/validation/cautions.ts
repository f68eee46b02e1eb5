/**
 * Warnings about answers that break no rule but are most likely typing mistakes. They are shown when the person leaves the
 * field. Neither Next nor the server checks them. A field declares its caution by name.
 */

import { isUnparsable } from '../field-types/field-type.ts';
import type { CautionsOn, Field } from '../fields/field.ts';
import { isEinPrefix } from '../lists/ein-prefixes.ts';
import { isNeverIssued, mayBeItin } from '../lists/ssn-numbers.ts';
import type { ParsedValue } from '../rules/rule.ts';
import { noContext, parseTyped, validateAnswer } from './validate.ts';

/** The sentences of cautions. */
export type CautionKind = CautionsOn[keyof CautionsOn] | 'ssnIsItin';

/** A doubtful answer: the sentence to show about it, and its values. */
export interface Caution {
  readonly kind: CautionKind;
  readonly values: Readonly<Record<string, string>>;
}

/** A number of years from here on is the number of a year. */
const firstYear = 1000;

/** What each caution finds doubtful about a valid answer; undefined where it finds nothing. */
const doubts: {
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
  yearNotYears: (answer) => (Number(answer) >= firstYear ? { kind: 'yearNotYears', values: {} } : undefined),
};

/** The caution about an answer that is valid but doubtful; undefined for any other answer. */
export function cautionOf(field: Field, typed: string): Caution | undefined {
  const { caution } = field;
  if (!caution) return undefined;
  const answer = parseTyped(field, typed);
  if (answer === null || isUnparsable(answer) || validateAnswer(field, '', answer, noContext))
    return undefined;
  return doubts[caution](answer);
}
