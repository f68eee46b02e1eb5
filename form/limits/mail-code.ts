import { bareText } from '../field-types/text.ts';

/** Limits of a code that is sent by email (D55), which the server enforces and the page shows. */
export const mailCode = {
  digits: 6,
  /** Minutes for which it is valid. */
  minutes: 10,
  /** How many codes can be typed for it, the right one included. */
  tries: 5,
  /** How many codes are sent an hour. */
  perHour: 3,
} as const;

/** The code as typed, without spaces and hyphens; undefined where it is not a whole code. */
export function mailCodeIn(typed: string): string | undefined {
  return digitsIn(typed, mailCode.digits);
}

/** Exactly `count` digits as typed, without spaces and hyphens; undefined for anything else. */
export function digitsIn(typed: string, count: number): string | undefined {
  const digits = bareText(typed).replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) && digits.length === count ? digits : undefined;
}
