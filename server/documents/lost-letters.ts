/** Detects letters that PDFium can't draw because the file lacks their font. The applicant's PDF reader may show them (D61). */
import type { Letter } from './page-letters.ts';

/** The pixels of a drawn page in RGB, row by row from the top. */
export interface Pixels {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A page that shows something is refused only if at least this share of its letters is lost. It may lose a few bullets. */
const mostLost = 0.1;
/**
 * A page that shows something is refused only if at least this many letters are lost. Fewer lost letters are probably marks, such
 * as check marks. A page that shows nothing is refused if any letter is lost.
 */
const fewestLost = 4;

/** Maximum difference between two values of a color channel (0 to 255) at which two colors count as the same. */
const plainWithin = 24;

/** The margins of a letter's box that are ignored, as shares of its size. Neighboring letters and lines may reach into them. */
const inset = { across: 0.1, along: 0.2 } as const;

/**
 * Returns whether a page must be refused because too many letters are lost. A letter whose font is not in the file is lost if the
 * page shows it nowhere, or if its Unicode value is unknown, because PDFium then guesses its shape.
 */
export function losesLetters(page: Pixels, letters: Iterable<Letter>): boolean {
  const drawn = new Set<string>();
  const notSeen = new Map<string, number>();
  let total = 0;
  let guessed = 0;
  for (const letter of letters) {
    total += 1;
    if (letter.hasFont || drawn.has(letter.glyph)) continue;
    if (!letter.isKnown) guessed += 1;
    else if (isDrawn(page, letter)) drawn.add(letter.glyph);
    else notSeen.set(letter.glyph, (notSeen.get(letter.glyph) ?? 0) + 1);
  }
  const missing = [...notSeen].reduce((sum, [glyph, count]) => (drawn.has(glyph) ? sum : sum + count), 0);
  const lost = guessed + missing;
  if (lost >= fewestLost && lost >= total * mostLost) return true;
  return lost > 0 && !showsInk(page, { from: 0, to: page.width }, { from: 0, to: page.height });
}

/** Returns true if a letter is visible in its box, or is outside the page, transparent, or in the background's color. */
function isDrawn(page: Pixels, { box, color }: Letter): boolean {
  const [left, top, right, bottom] = box();
  const across = (right - left) * inset.across;
  const along = (bottom - top) * inset.along;
  const columns = within(left + across, right - across, page.width);
  const rows = within(top + along, bottom - along, page.height);
  if (columns.to <= columns.from || rows.to <= rows.from || showsInk(page, columns, rows)) return true;
  const ground = colorAt(page, columns.from, rows.from);
  const own = color();
  return (
    own === undefined || ground.every((value, part) => Math.abs(value - (own[part] as number)) <= plainWithin)
  );
}

/** Returns whether an area has more than one color. */
function showsInk(page: Pixels, columns: Range, rows: Range): boolean {
  const { pixels, width } = page;
  const ground = colorAt(page, columns.from, rows.from);
  for (let y = rows.from; y < rows.to; y += 1)
    for (let at = (y * width + columns.from) * 3; at < (y * width + columns.to) * 3; at += 1)
      if (Math.abs((pixels[at] as number) - (ground[at % 3] as number)) > plainWithin) return true;
  return false;
}

function colorAt({ pixels, width }: Pixels, x: number, y: number): Uint8Array {
  const at = (y * width + x) * 3;
  return pixels.subarray(at, at + 3);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the range of whole pixels between two edges, clamped to the page. */
function within(from: number, to: number, size: number): Range {
  return { from: Math.max(0, Math.round(from)), to: Math.min(size, Math.round(to)) };
}
