/**
 * Splits PDF syntax (ISO 32000-2, 7.2 and 7.3) into tokens. Knows nothing of what they mean, never fails on any bytes,
 * and reads every byte at most once per cursor.
 */

export type PdfToken =
  | 'end'
  | 'name'
  | 'integer'
  | 'word'
  | 'string'
  | 'open-dictionary'
  | 'close-dictionary'
  | 'open-array'
  | 'close-array';

/** A place in the bytes. `text` holds the last name (without its slash, escapes undone), integer or word. */
export interface PdfCursor {
  readonly bytes: Uint8Array;
  at: number;
  text: string;
}

const REGULAR = 0;
const SPACE = 1;
const DELIMITER = 2;

const KIND = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) KIND[byte] = SPACE;
for (const character of '()<>[]{}/%') KIND[character.charCodeAt(0)] = DELIMITER;

const OPEN_PARENTHESIS = 0x28;
const CLOSE_PARENTHESIS = 0x29;
const LESS = 0x3c;
const GREATER = 0x3e;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const PERCENT = 0x25;

/** No name or word that matters is longer; more of it is not kept as text. */
const MAX_TEXT = 127;

/** PDF white space, NUL included. */
export function isPdfSpace(byte: number | undefined): boolean {
  return byte !== undefined && KIND[byte] === SPACE;
}

/** Part of a name, number or word: neither white space nor a delimiter. */
export function isPdfRegular(byte: number | undefined): boolean {
  return byte !== undefined && KIND[byte] === REGULAR;
}

/** Moves past one token and says which it was; at the end of the bytes, `end` for ever. */
export function nextToken(cursor: PdfCursor): PdfToken {
  skipSpaceAndComments(cursor);
  const { bytes } = cursor;
  const byte = bytes[cursor.at];
  switch (byte) {
    case undefined:
      return 'end';
    case SLASH:
      cursor.at += 1;
      cursor.text = unescapeName(readRegular(cursor));
      return 'name';
    case OPEN_PARENTHESIS:
      skipLiteralString(cursor);
      return 'string';
    case LESS:
      if (bytes[cursor.at + 1] === LESS) return step(cursor, 2, 'open-dictionary');
      skipHexString(cursor);
      return 'string';
    case GREATER:
      return bytes[cursor.at + 1] === GREATER ? step(cursor, 2, 'close-dictionary') : step(cursor, 1, 'word');
    case OPEN_BRACKET:
      return step(cursor, 1, 'open-array');
    case CLOSE_BRACKET:
      return step(cursor, 1, 'close-array');
    default:
      if (KIND[byte] === DELIMITER) return step(cursor, 1, 'word');
      cursor.text = readRegular(cursor);
      return /^[+-]?\d+$/.test(cursor.text) ? 'integer' : 'word';
  }
}

function step(cursor: PdfCursor, width: number, token: PdfToken): PdfToken {
  cursor.at += width;
  cursor.text = '';
  return token;
}

function skipSpaceAndComments(cursor: PdfCursor): void {
  const { bytes } = cursor;
  for (;;) {
    while (isPdfSpace(bytes[cursor.at])) cursor.at += 1;
    if (bytes[cursor.at] !== PERCENT) return;
    while (cursor.at < bytes.length && bytes[cursor.at] !== 10 && bytes[cursor.at] !== 13) cursor.at += 1;
  }
}

function readRegular(cursor: PdfCursor): string {
  const { bytes } = cursor;
  const start = cursor.at;
  while (isPdfRegular(bytes[cursor.at])) cursor.at += 1;
  const end = Math.min(cursor.at, start + MAX_TEXT);
  let text = '';
  for (let at = start; at < end; at += 1) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

function unescapeName(text: string): string {
  if (!text.includes('#')) return text;
  return text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function skipLiteralString(cursor: PdfCursor): void {
  const { bytes } = cursor;
  let depth = 0;
  while (cursor.at < bytes.length) {
    const byte = bytes[cursor.at];
    cursor.at += byte === BACKSLASH ? 2 : 1;
    if (byte === OPEN_PARENTHESIS) depth += 1;
    if (byte === CLOSE_PARENTHESIS) depth -= 1;
    if (depth === 0) return;
  }
}

function skipHexString(cursor: PdfCursor): void {
  const { bytes } = cursor;
  while (cursor.at < bytes.length && bytes[cursor.at] !== GREATER) cursor.at += 1;
  cursor.at += 1;
}
