/** What opens a draft on its device (D55): the server keeps to it, and the page asks and tells it. */
import { digitsIn } from './mail-code.ts';

/** Tries that open nothing, after which the way is closed. */
export const mostMisses = 5;

/** How many of the last digits of a tax ID open a draft. */
export const taxIdEnd = 4;

/** The last digits of a tax ID in what was typed; undefined where those are not what it is. */
export function taxIdEndIn(typed: string): string | undefined {
  return digitsIn(typed, taxIdEnd);
}
