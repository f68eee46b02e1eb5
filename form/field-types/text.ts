import { type FieldType, type Parsed, unparsable } from './field-type.ts';
import { withoutInvisible, withoutNeedlessInvisible } from './invisible.ts';

/** Matches a text that consists only of spaces. Includes the empty Braille cell, which isn't a space in Unicode. */
const blank = /^[\s\u2800]*$/;

/** Matches tabs, line breaks, and Unicode's line and paragraph separators. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** Matches what people type in place of a hyphen: dashes, minus signs, and the long vowel mark of Japanese keyboards. */
const dashes = /[\p{Pd}\u02D7\u2043\u2212\u2796\u30FC]/gu;

/** Matches the text to convert to NFKC: all except superscripts and subscripts. NFKC would turn a footnote's ² into a 2. */
const onTheLine = /[^\u00B2\u00B3\u00B9\u2070-\u209C]+/gu;

/** Returns free text in NFC, trimmed, on one line, and without invisible characters that its script doesn't need (D1, D9). */
export function tidyText(text: string): string {
  const visible = withoutNeedlessInvisible(text.normalize('NFC')).normalize('NFC');
  return blank.test(visible) ? '' : visible.replace(breaks, ' ').trim();
}

/** Returns a text in NFKC without invisible characters. Turns dashes into hyphens (D2). Keeps superscripts and subscripts. */
export function plainForm(text: string): string {
  return withoutInvisible(text)
    .replace(onTheLine, (run) => run.normalize('NFKC'))
    .replace(dashes, '-');
}

/** Returns the plain, trimmed form of an answer that is not prose, such as a number, a date, a code or an email address (D2). */
export function bareText(text: string): string {
  return tidyText(plainForm(text));
}

/** Returns a field type for texts. `tidy` returns the form that is stored. `show` returns the form that the input shows. */
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
