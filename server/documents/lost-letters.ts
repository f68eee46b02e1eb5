/**
 * Letters that a page has and its drawing does not: their font is not in the file, and PDFium has none that draws them (D61).
 * A reader on the person's own device may well have it, so the person sees letters where we would keep an empty sheet.
 */
import type { Letter } from './page-letters.ts';

/** The pixels of a drawn page: red, green and blue, row by row from the top. */
export interface Pixels {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A page that has lost this share of its letters does not say what it said. A bullet here and there may be missing. */
const mostLost = 0.1;
/** Fewer lost letters than this are marks, such as a tick. */
const fewestLost = 4;

/** By how much the colors of a plain area may differ, of 255. */
const plainWithin = 24;

/** Of the box of a letter, which has the height of its line: what neighbors, underlines and rules do not reach into. */
const inset = { across: 0.1, along: 0.2 } as const;

/**
 * True if so many letters of a page are not drawn that it must not be kept. Only letters whose font is not in the file
 * count. One is lost if nobody knows what it is, so that PDFium can only guess; or if it is drawn nowhere on the page.
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
  return lost >= fewestLost && lost >= total * mostLost;
}

/** True if there is something in a letter's place, or nobody could see it: it is outside of the page, or as its ground. */
function isDrawn(page: Pixels, { box, color }: Letter): boolean {
  const [left, top, right, bottom] = box();
  const across = (right - left) * inset.across;
  const along = (bottom - top) * inset.along;
  const columns = within(left + across, right - across, page.width);
  const rows = within(top + along, bottom - along, page.height);
  if (columns.to <= columns.from || rows.to <= rows.from) return true;
  const at = (x: number, y: number) => (y * page.width + x) * 3;
  const first = at(columns.from, rows.from);
  const ground = page.pixels.subarray(first, first + 3);
  const differs = (from: number) =>
    ground.some((value, part) => Math.abs(value - (page.pixels[from + part] as number)) > plainWithin);
  for (let y = rows.from; y < rows.to; y += 1)
    for (let x = columns.from; x < columns.to; x += 1) if (differs(at(x, y))) return true;
  const own = color();
  return (
    own === undefined || ground.every((value, part) => Math.abs(value - (own[part] as number)) <= plainWithin)
  );
}

/** Whole pixels between two edges, as far as they are on the page. */
function within(from: number, to: number, size: number): { readonly from: number; readonly to: number } {
  return { from: Math.max(0, Math.round(from)), to: Math.min(size, Math.round(to)) };
}
