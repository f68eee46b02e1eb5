import { plainDigits } from '../fields/types/text.ts';

/** How many digits a code has that is sent by email (D55). */
const codeLength = 6;

/** The code in what was typed, in which spaces and hyphens do not count; undefined where there is none. */
export function mailCodeIn(typed: string): string | undefined {
  const digits = plainDigits(typed).replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) && digits.length === codeLength ? digits : undefined;
}
