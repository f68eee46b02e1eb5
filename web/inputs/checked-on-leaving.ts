import type { FieldTypeName } from '../../form/field-types/field-type.ts';
import type { Field } from '../../form/fields/field.ts';

const fixedFormats: ReadonlySet<FieldTypeName> = new Set(['email', 'phone', 'ssn', 'taxId', 'zip']);

/**
 * True for answers of a fixed format. Once typed, they are validated when the focus leaves the input. All others are
 * validated on Next (design brief, section 1.6).
 */
export function isCheckedOnLeaving({ type }: Field): boolean {
  return fixedFormats.has(type);
}

/** True if leaving the input may show an error or a caution: the input keeps a line free for it. */
export function speaksOnLeaving(field: Field): boolean {
  return isCheckedOnLeaving(field) || field.caution !== undefined;
}
