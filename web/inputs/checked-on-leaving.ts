import type { Field } from '../../form/field.ts';
import type { Kind } from '../../form/kinds/kind.ts';

const fixedFormats: ReadonlySet<Kind> = new Set(['email', 'phone', 'ssn', 'taxId', 'zip']);

/**
 * True for answers of a fixed format: once something is typed, they are judged as soon as the person leaves them, and
 * their inputs keep a line free for the message. Everything else waits for Next (design: when to validate).
 */
export function isCheckedOnLeaving({ kind }: Field): boolean {
  return fixedFormats.has(kind);
}
