/**
 * The fonts of PDFs. The `standard` fonts are built into every PDF reader and ten times as fast, but have only the characters of
 * Windows-1252. The `embedded` fonts are DejaVu Sans, and GNU Unifont for the rest of the Basic Multilingual Plane.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { woffToSfnt } from './woff-to-sfnt.ts';

const faces = ['regular', 'bold', 'italic', 'boldItalic'] as const;
export type Face = (typeof faces)[number];

export type Fonts = 'standard' | 'embedded';

const standardNames: Readonly<Record<Face, string>> = {
  regular: 'Helvetica',
  bold: 'Helvetica-Bold',
  italic: 'Helvetica-Oblique',
  boldItalic: 'Helvetica-BoldOblique',
};

const files: Readonly<Record<Face, string>> = {
  regular: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
  italic: 'DejaVuSansCondensed-Oblique.ttf',
  boldItalic: 'DejaVuSansCondensed-BoldOblique.ttf',
};

/** Matches a text that has only characters of PDF's standard fonts, which are those of Windows-1252 (ISO 32000-1, annex D). */
const windows1252 = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\n]*$/;

/** Returns the smallest set of fonts that has every character of a text. */
export function fontsFor(text: string): Fonts {
  return windows1252.test(text) ? 'standard' : 'embedded';
}

/** The name under which a document registers the font for characters that a face lacks. */
const fallback = 'fallback';

const { resolve } = createRequire(import.meta.url);
let unpackedFallback: Buffer | undefined;

function fallbackFont(): Buffer {
  const file = resolve('@fontsource/unifont/files/unifont-latin-400-normal.woff');
  unpackedFallback ??= woffToSfnt(readFileSync(file));
  return unpackedFallback;
}

export function registerFaces(document: PDFKit.PDFDocument, fonts: Fonts): void {
  for (const face of faces)
    document.registerFont(
      face,
      fonts === 'standard' ? standardNames[face] : resolve(`dejavu-fonts-ttf/ttf/${files[face]}`),
    );
}

/** A member of pdfkit's document that its type declarations lack. Standard fonts do not have `hasGlyphForCodePoint`. */
interface WithFont {
  readonly _font: { readonly font: { hasGlyphForCodePoint?(codePoint: number): boolean } };
}

function has(document: PDFKit.PDFDocument, font: string, letter: string): boolean {
  const { font: set } = (document.font(font) as unknown as WithFont)._font;
  return set.hasGlyphForCodePoint?.(letter.codePointAt(0) ?? 0) ?? windows1252.test(letter);
}

/** A part of a text, and a font that has all of its characters. */
export interface Run {
  readonly text: string;
  readonly font: string;
}

/** Returns the replacement of a character that no font has, or throws. */
type ReplaceMissing = (letter: string) => string;

/** Splits a text into runs, each of which needs only one font. */
export function runsOf(
  document: PDFKit.PDFDocument,
  face: Face,
  text: string,
  replaceMissing: ReplaceMissing = refuseLetter,
): readonly Run[] {
  const runs: { text: string; font: string }[] = [];
  const add = (shown: string, font: string) => {
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else runs.push({ text: shown, font });
  };
  for (const letter of text) {
    if (letter === '\n' || has(document, face, letter)) {
      add(letter, face);
      continue;
    }
    document.registerFont(fallback, fallbackFont());
    if (has(document, fallback, letter)) add(letter, fallback);
    else add(replaceMissing(letter), face);
  }
  return runs;
}

/** Returns a whole text with one font, for places where pdfkit allows only one. */
export function runOf(
  document: PDFKit.PDFDocument,
  face: Face,
  text: string,
  replaceMissing?: ReplaceMissing,
): Run {
  const runs = runsOf(document, face, text, replaceMissing);
  const font = runs.some((run) => run.font === fallback) ? fallback : face;
  return { text: runs.map((run) => run.text).join(''), font };
}

/** Returns each character of a text that at least one face and the fallback font lack. Ignores line breaks and tabs. */
export async function lackingLetters(text: string): Promise<readonly string[]> {
  const letters = new Set(text.replace(/[\n\t]/g, ''));
  if (windows1252.test([...letters].join(''))) return [];
  // Load pdfkit only here: most texts need only the standard fonts, so most servers start without it.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ font: '' });
  registerFaces(document, 'embedded');
  const missing = new Set<string>();
  for (const face of faces)
    runsOf(document, face, [...letters].join(''), (letter) => {
      missing.add(letter);
      return '';
    });
  return [...missing];
}

/** Throws for a character that no font has, because omitting it would change the text. */
function refuseLetter(): never {
  throw new Error('the text has characters that the fonts of the PDF lack');
}

/** Returns the code of a character, such as [U+20000], to print instead of a character that no font has. */
export function namedLetter(letter: string): string {
  return `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}
