import { bareText } from '../field-types/text.ts';

/** A code that is sent by email (D55): the server keeps to these, and the page tells them. */
export const mailCode = {
  digits: 6,
  /** How long it lives. */
  minutes: 10,
  /** How many times one may be typed for it, the right one included. */
  tries: 5,
  /** How many are sent an hour. */
  perHour: 3,
} as const;

/** The code in what was typed, in which spaces and hyphens do not count; undefined where there is none. */
export function mailCodeIn(typed: string): string | undefined {
  return digitsIn(typed, mailCode.digits);
}

/** So many digits, with nothing else but spaces and hyphens; undefined for anything else. */
export function digitsIn(typed: string, count: number): string | undefined {
  const digits = bareText(typed).replace(/[\s-]/g, '');
  return /^\d+$/.test(digits) && digits.length === count ? digits : undefined;
}
