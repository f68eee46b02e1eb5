import type { FieldType, Parsed } from './field-type.ts';
import { unparsable } from './field-type.ts';
import { withoutInvisible, withoutNeedlessInvisible } from './invisible.ts';

/** Nothing but spaces. The empty cell of Braille looks like one, though Unicode does not count it as one. */
const blank = /^[\s\u2800]*$/;

/** Tabs, line breaks and the separators of Unicode that end a line or a paragraph. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Signs that are typed or pasted where a hyphen is meant: dashes, minus signs, the long vowel mark of Japanese keyboards. */
const dashes = /[\p{Pd}\u02D7\u2043\u2212\u2796\u30FC]/gu;

/** Everything but superscripts and subscripts: as a plain digit, the mark of a footnote would make another number. */
const onTheLine = /[^\u00B2\u00B3\u00B9\u2070-\u209C]+/gu;

/**
 * Free text in Unicode's composed form (NFC): without space around it, with a space in place of tabs and line breaks, and
 * without invisible characters that its writing does not need. Lengths are counted on it (D1, D9).
 */
export function tidyText(text: string): string {
  const visible = withoutNeedlessInvisible(text.normalize('NFC')).normalize('NFC');
  return blank.test(visible) ? '' : visible.replace(breaks, ' ').trim();
}

/**
 * A text in Unicode's compatibility form (NFKC), with a hyphen for every dash and minus sign and without invisible
 * characters: full-width digits, letters and signs become plain ones (D2). Digits of other scripts stay.
 */
export function plainForm(text: string): string {
  return withoutInvisible(text)
    .replace(onTheLine, (run) => run.normalize('NFKC'))
    .replace(dashes, '-');
}

/** An answer that is not prose, such as a number, a date, a code or an email address, in its plain form (D2). */
export function bareText(text: string): string {
  return tidyText(plainForm(text));
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
