/** Limits of continuing a draft on its device (D55), which the server enforces and the page shows. */
import { digitsIn } from './mail-code.ts';

/** Wrong tries after which a draft cannot be continued on its device any more. */
export const mostMisses = 5;

/** How many of the last digits of a tax ID open a draft. */
export const taxIdEnd = 4;

/** The last digits of a tax ID as typed, without spaces and hyphens; undefined for anything else. */
export function taxIdEndIn(typed: string): string | undefined {
  return digitsIn(typed, taxIdEnd);
}
