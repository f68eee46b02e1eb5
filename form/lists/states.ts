import { areas } from './zip-areas.ts';

/** The states an address can be in: the 50 US states and DC (spec section 5), in the order of their names. */
export const states = areas.filter(({ name }) => name !== '');

const codes: ReadonlySet<string> = new Set(states.map(({ code }) => code));

/** True for the code of a state in upper case, to which parsing converts an answer (D4). */
export function isStateCode(value: string): boolean {
  return codes.has(value);
}
