import type { Field } from '../../form/field.ts';
import { readerOf, readTyped } from '../../form/judge.ts';
import { isUnreadable } from '../../form/kinds/kind.ts';

/**
 * What an input shows once the person has left it: the answer as form/ writes it (`12-3456789`, `1,250,000`), or
 * what was typed where that is no answer.
 */
export function tidyTyped(field: Field, typed: string): string {
  const answer = readTyped(field, typed);
  return answer === null || isUnreadable(answer) ? typed : readerOf(field).toText(answer);
}
