/** Limits of continuing a draft, on its device or by email (D55). The server enforces them, and the page shows them. */
import { bareText } from '../field-types/text.ts';

/** Wrong tries after which a draft cannot be continued on its device any more. */
export const mostMisses = 5;

/** How many of the last digits of a tax ID open a draft on its device. */
export const taxIdEnd = 4;

/** The code that is sent by email. */
export const mailCode = {
  digits: 6,
  /** Minutes for which it is valid. */
  minutes: 10,
  /** How many codes can be typed for it, the right one included. */
  tries: 5,
  /** How many codes are sent an hour. */
  perHour: 3,
} as const;

/** The last digits of a tax ID as typed, without spaces and hyphens; undefined for anything else. */
export function taxIdEndIn(typed: string): string | undefined {
  return digitsIn(typed, taxIdEnd);
}

/** The code as typed, without spaces and hyphens; undefined where it is not a whole code. */
export function mailCodeIn(typed: string): string | undefined {
  return digitsIn(typed, mailCode.digits);
}

/** Exactly `count` digits as typed, without spaces and hyphens; undefined for anything else. */
function digitsIn(typed: string, count: number): string | undefined {
  const digits = bareText(typed).replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) && digits.length === count ? digits : undefined;
}
