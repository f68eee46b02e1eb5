/** The fields of an address, recognized by their types and order and not by their names. */
import type { FieldTypeName } from '../field-types/field-type.ts';

/** The parts of an address in the order in which every screen asks for them. */
export type AddressParts = readonly [street: string, city: string, state: string, zip: string];

const typesInOrder: readonly FieldTypeName[] = ['text', 'text', 'state', 'zip'];

/** True for the street, city, state and ZIP code of one address, which can be suggested as a whole (D40). */
export function isWholeAddress(types: readonly FieldTypeName[]): boolean {
  return types.length === typesInOrder.length && types.every((type, index) => type === typesInOrder[index]);
}

/** The parts of an address by the keys of its fields, which are in the order of the screen. */
export function addressByKey(keys: readonly string[], parts: AddressParts): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key, index) => [key, parts[index] ?? '']));
}
