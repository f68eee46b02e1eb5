import type { Field } from '../../form/fields/field.ts';
import { rulesOf } from '../../form/fields/field.ts';
import { lengthOf } from '../../form/rules/rules.ts';
import { parseTyped } from '../../form/validation/validate.ts';

/** What counts of a typed text, and the most that may; undefined where nothing is counted. */
export interface TypedLength {
  readonly typed: number;
  readonly max: number;
}

/** A limit up to this is counted from the first character on, a longer one once half of it is used. */
const soonReached = 50;

/** How long a typed text is by the rules of its field (D1). `isRoomy`: hardly anybody comes near the limit. */
export function typedLength(field: Field, text: string, isRoomy = false): TypedLength | undefined {
  const limits = rulesOf(field).flatMap((rule) => (rule.kind === 'maxLength' ? [rule.max] : []));
  if (field.type !== 'text' || limits.length === 0) return undefined;
  const max = Math.min(...limits);
  const parsed = parseTyped(field, text);
  const typed = lengthOf(typeof parsed === 'string' ? parsed : text.trim());
  return (max <= soonReached && !isRoomy) || typed * 2 > max ? { typed, max } : undefined;
}
