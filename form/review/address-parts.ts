/** Recognizes the fields of an address by their types and order, not by their names. */
import type { FieldTypeName } from '../field-types/field-types.ts';

/** The parts of an address, in the order in which every screen asks for them. */
export type AddressParts = readonly [street: string, city: string, state: string, zip: string];

const typesInOrder: readonly FieldTypeName[] = ['text', 'text', 'state', 'zip'];

/** Returns whether fields are the street, city, state and ZIP code of an address. If so, the page can suggest addresses (D40). */
export function isWholeAddress(types: readonly FieldTypeName[]): boolean {
  return types.length === typesInOrder.length && types.every((type, index) => type === typesInOrder[index]);
}

/** Returns the parts of an address by the keys of their fields. `keys` must be in the same order as `parts`. */
export function addressByKey(keys: readonly string[], parts: AddressParts): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key, index) => [key, parts[index] ?? '']));
}
