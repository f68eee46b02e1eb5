import type { KindReader, Reading } from './kind.ts';
import { unreadable } from './kind.ts';

/** Free text in Unicode's composed form without space around it; lengths are counted on this (D1). */
export function tidyText(text: string): string {
  return text.normalize('NFC').trim();
}

/** Full-width digits, as some phone keyboards give them, become plain ones (D2). */
export function plainDigits(text: string): string {
  return text.replace(/[\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));
}

/** A reader for answers that are texts: `tidy` brings what was given into the form that is kept. */
export function textReader(
  tidy: (text: string) => string,
  show = (answer: string) => answer,
): KindReader<string> {
  const read = (text: string): Reading<string> => tidy(text) || null;
  return {
    fromText: read,
    fromWire: (json) => (json === null ? null : typeof json === 'string' ? read(json) : unreadable),
    toText: show,
  };
}

export const text = textReader(tidyText);
export const email = text;
export const state = textReader((given) => tidyText(given).toUpperCase());
