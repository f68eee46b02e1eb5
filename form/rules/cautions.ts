/**
 * Answers that break no rule but are most likely a slip. The person is told on leaving the field and may go on all the
 * same: neither Next nor the server looks at it. A field declares its caution by name.
 */
import type { Field } from '../fields/field.ts';
import { isUnparsable } from '../fields/types/field-type.ts';
import { isEinPrefix } from '../lists/ein-prefixes.ts';
import type { ParsedValue } from './rule.ts';
import { noContext, parseTyped, validateAnswer } from './validate.ts';

export type CautionKind = 'einPrefix';

/** A doubtful answer: which caution it is a case of, with the values of its sentence. */
export interface Caution {
  readonly kind: CautionKind;
  readonly values: Readonly<Record<string, string>>;
}

/** What a caution looks at: the values of its sentence where the answer is doubtful, else undefined. */
const doubts: {
  readonly [C in CautionKind]: (answer: ParsedValue) => Caution['values'] | undefined;
} = {
  einPrefix: (answer) => {
    const prefix = String(answer).slice(0, 2);
    return isEinPrefix(prefix) ? undefined : { prefix };
  },
};

/** What to say of an answer that is valid but doubtful; undefined for every other. */
export function cautionOf(field: Field, typed: string): Caution | undefined {
  const kind = field.caution;
  if (!kind) return undefined;
  const answer = parseTyped(field, typed);
  if (answer === null || isUnparsable(answer) || validateAnswer(field, '', answer, noContext))
    return undefined;
  const values = doubts[kind](answer);
  return values && { kind, values };
}
