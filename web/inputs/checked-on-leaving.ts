import type { Field } from '../../form/fields/field.ts';
import type { FieldTypeName } from '../../form/fields/types/field-type.ts';

const fixedFormats: ReadonlySet<FieldTypeName> = new Set(['email', 'phone', 'ssn', 'taxId', 'zip']);

/**
 * True for answers of a fixed format: once something is typed, they are judged as soon as the person leaves them, and
 * their inputs keep a line free for the message. Everything else waits for Next (design brief, section 1.6).
 */
export function isCheckedOnLeaving({ type }: Field): boolean {
  return fixedFormats.has(type);
}
