/** Finds the fonts for the text of PDFs (docs/decisions/type-on-paper.md). Unifont has characters that the other fonts lack. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { woffToSfnt } from './woff-to-sfnt.ts';

const faces = ['regular', 'bold', 'italic', 'boldItalic'] as const;
/** The font faces for text, and a monospaced face for hashes. */
export type Face = (typeof faces)[number] | 'mono';

/** The part of a Source Serif file's name that states the weight and slope of the face. */
const sourceSerif: Readonly<Record<(typeof faces)[number], string>> = {
  regular: '400-normal',
  bold: '600-normal',
  italic: '400-italic',
  boldItalic: '600-italic',
};

/** The parts of Unicode for which Source Serif has font files, in the order in which these files are searched for a letter. */
const parts = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'];

const dejaVu: Readonly<Record<(typeof faces)[number], string>> = {
  regular: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
  italic: 'DejaVuSansCondensed-Oblique.ttf',
  boldItalic: 'DejaVuSansCondensed-BoldOblique.ttf',
};

/** Returns the font files of a face, in the order in which they are searched for a letter. */
function filesOf(face: Face): readonly string[] {
  if (face === 'mono') return ['dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'];
  return [
    ...parts.map(
      (part) => `@fontsource/source-serif-4/files/source-serif-4-${part}-${sourceSerif[face]}.woff`,
    ),
    `dejavu-fonts-ttf/ttf/${dejaVu[face]}`,
    '@fontsource/unifont/files/unifont-latin-400-normal.woff',
  ];
}

/** Matches a text for which the first file of each face is enough. */
const latin = /^[\x20-\x7e\xa0-\xac\xae-\xffŒœˆ˜–—‘’‚“”„•…‹›€™\n]*$/;

const { resolve } = createRequire(import.meta.url);
const opened = new Map<string, Buffer>();

/** Returns the content of a font file, uncompressed. */
function fontFile(file: string): Buffer {
  const known = opened.get(file);
  if (known) return known;
  const bytes = readFileSync(resolve(file));
  const font = file.endsWith('.woff') ? woffToSfnt(bytes) : bytes;
  opened.set(file, font);
  return font;
}

/** Members of pdfkit's document that pdfkit's type declarations lack. */
interface WithFonts {
  readonly _registeredFonts: Readonly<Record<string, unknown>>;
  readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

/** Sets the font of a document. `font` is the path of the font's file, which is opened when the document first needs it. */
export function setFont(document: PDFKit.PDFDocument, font: string): void {
  if (!(document as unknown as WithFonts)._registeredFonts[font]) document.registerFont(font, fontFile(font));
  document.font(font);
}

function has(document: PDFKit.PDFDocument, font: string, letter: string): boolean {
  setFont(document, font);
  return (document as unknown as WithFonts)._font.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
}

/** Splits a text into runs, each of which needs only one font. `replaceMissing` replaces characters that no font has. */
export function runsOf(
  document: PDFKit.PDFDocument,
  face: Face,
  text: string,
  replaceMissing: (letter: string) => string = refuseLetter,
): readonly { readonly text: string; readonly font: string }[] {
  const files = filesOf(face);
  const [first = ''] = files;
  if (latin.test(text)) return [{ text, font: first }];
  const runs: { text: string; font: string }[] = [];
  for (const letter of text) {
    const found = letter === '\n' ? first : files.find((file) => has(document, file, letter));
    const shown = found === undefined ? replaceMissing(letter) : letter;
    const font = found ?? first;
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else runs.push({ text: shown, font });
  }
  return runs;
}

/** Returns a text's characters that the fonts of at least one face lack. Ignores line breaks and tabs. */
export async function lackingLetters(text: string): Promise<readonly string[]> {
  const letters = new Set(text.replace(/[\n\t]/g, ''));
  if (latin.test([...letters].join(''))) return [];
  // Load pdfkit only here: most texts need only the Latin files, so most servers start without pdfkit.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ font: '' });
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
