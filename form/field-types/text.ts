import type { FieldType, Parsed } from './field-type.ts';
import { unparsable } from './field-type.ts';
import { withoutInvisible, withoutNeedlessInvisible } from './invisible.ts';

/** Only spaces, including the empty cell of Braille, which Unicode does not count as one. */
const blank = /^[\s\u2800]*$/;

/** Tabs, line breaks and Unicode's separators of lines and paragraphs. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Characters used in place of a hyphen: dashes, minus signs, the long vowel mark of Japanese keyboards. */
const dashes = /[\p{Pd}\u02D7\u2043\u2212\u2796\u30FC]/gu;

/** All but superscripts and subscripts: a footnote mark as a plain digit would change the number. */
const onTheLine = /[^\u00B2\u00B3\u00B9\u2070-\u209C]+/gu;

/**
 * Free text in NFC, trimmed, with a space in place of tabs and line breaks, and without invisible characters that its script
 * does not need. Limits count the length of this text (D1, D9).
 */
export function tidyText(text: string): string {
  const visible = withoutNeedlessInvisible(text.normalize('NFC')).normalize('NFC');
  return blank.test(visible) ? '' : visible.replace(breaks, ' ').trim();
}

/**
 * A text in NFKC, with hyphens in place of dashes and minus signs, and without invisible characters: full-width characters
 * become plain ones (D2). Digits of other scripts stay.
 */
export function plainForm(text: string): string {
  return withoutInvisible(text)
    .replace(onTheLine, (run) => run.normalize('NFKC'))
    .replace(dashes, '-');
}

/** The plain form of an answer that is not prose: a number, a date, a code or an email address (D2). */
export function bareText(text: string): string {
  return tidyText(plainForm(text));
}

/** The type of an answer that is a text: `tidy` returns the form that is stored. */
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
