/** The fields of an address, told by their kinds and order, so that nobody else needs to know what they are called. */
import type { Kind } from './kinds/kind.ts';

/** The parts of an address in the order in which every screen asks for them. */
export type AddressParts = readonly [street: string, city: string, state: string, zip: string];

const kindsInOrder: readonly Kind[] = ['text', 'text', 'state', 'zip'];

/** True for the street, city, state and ZIP code of one address, which may be suggested as a whole (D40). */
export function isWholeAddress(kinds: readonly Kind[]): boolean {
  return kinds.length === kindsInOrder.length && kinds.every((kind, index) => kind === kindsInOrder[index]);
}

/** What each of an address's fields takes of its parts, by key; `keys` in the order of the screen. */
export function addressByKey(keys: readonly string[], parts: AddressParts): Readonly<Record<string, string>> {
  return Object.fromEntries(keys.map((key, index) => [key, parts[index] ?? '']));
}
