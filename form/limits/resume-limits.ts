/** Declares the limits for resuming a draft on its device or by email (D55). */
import { bareText } from '../field-types/text.ts';

/** Number of wrong tries after which a draft can no longer be resumed on its device. */
export const mostMisses = 5;

/** Number of last digits of the tax ID that a person must enter to resume a draft on its device. */
export const taxIdEnd = 4;

/** The limits of the codes that are sent by email. */
export const mailCode = {
  digits: 6,
  /** Number of minutes for which a code is valid. */
  minutes: 10,
  /** Maximum number of tries, including the correct one. */
  tries: 5,
  /** Maximum number of codes sent per hour, for each draft and for each recipient. */
  perHour: 3,
} as const;

/** Returns the digits of a typed text without spaces and hyphens, or undefined if the text isn't exactly `count` digits. */
export function digitsIn(typed: string, count: number): string | undefined {
  const digits = bareText(typed).replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) && digits.length === count ? digits : undefined;
}
