/** The limits of resuming a draft, on its device or by email (D55). */
import { bareText } from '../field-types/text.ts';

/** Wrong tries after which a draft can no longer be resumed on its device. */
export const mostMisses = 5;

/** The number of last digits of a tax ID that open a draft on its device. */
export const taxIdEnd = 4;

/** The code that is sent by email. */
export const mailCode = {
  digits: 6,
  /** Minutes for which it is valid. */
  minutes: 10,
  /** The most tries, the right one included. */
  tries: 5,
  /** The most codes that are sent in an hour. */
  perHour: 3,
} as const;

/** The typed last digits of a tax ID. */
export function taxIdEndIn(typed: string): string | undefined {
  return digitsIn(typed, taxIdEnd);
}

/** The typed code. */
export function mailCodeIn(typed: string): string | undefined {
  return digitsIn(typed, mailCode.digits);
}

/** Exactly `count` typed digits, without spaces and hyphens; undefined for any other text. */
function digitsIn(typed: string, count: number): string | undefined {
  const digits = bareText(typed).replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) && digits.length === count ? digits : undefined;
}
