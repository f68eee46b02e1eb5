import type { FieldType, Parsed } from './field-type.ts';
import { unparsable } from './field-type.ts';
import { withoutInvisible, withoutNeedlessInvisible } from './invisible.ts';

/** Nothing but space; the empty cell of Braille is drawn as one, and is none to Unicode. */
const blank = /^[\s\u2800]*$/;

/**
 * Free text in Unicode's composed form without space around it, and without invisible characters that its writing has
 * no need of; lengths are counted on this (D1, D9).
 */
export function tidyText(text: string): string {
  const visible = withoutNeedlessInvisible(text.normalize('NFC')).normalize('NFC');
  return blank.test(visible) ? '' : visible.trim();
}

/** What is not prose, such as a number, a date or an address of email: nothing invisible belongs there (D2). */
export function bareText(text: string): string {
  return tidyText(withoutInvisible(text));
}

/** Full-width digits, as some phone keyboards give them, become plain ones (D2). */
export function plainDigits(text: string): string {
  return text.replace(/[\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));
}

/** A reader for answers that are texts: `tidy` brings what was given into the form that is kept. */
export function textType(
  tidy: (text: string) => string,
  show = (answer: string) => answer,
): FieldType<string> {
  const read = (text: string): Parsed<string> => tidy(text) || null;
  return {
    parseText: read,
    parseJson: (json) => (json === null ? null : typeof json === 'string' ? read(json) : unparsable),
    format: show,
  };
}

export const text = textType(tidyText);
export const email = textType(bareText);
export const state = textType((given) => bareText(given).toUpperCase());
