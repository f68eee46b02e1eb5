import { areas } from './zip-areas.ts';

/** The states in which an address can be: the 50 US states and DC (spec section 5), sorted by name. */
export const states = areas.filter(({ name }) => name !== '');

const codes: ReadonlySet<string> = new Set(states.map(({ code }) => code));

/** Returns whether a text is a state's code in uppercase. Parsing converts answers to uppercase (D4). */
export function isStateCode(value: string): boolean {
  return codes.has(value);
}
