/** Detects letters that PDFium can't draw because the file lacks their font. The applicant's PDF reader may show them (D61). */
import type { Letter } from './page-letters.ts';

/** The pixels of a drawn page in RGB, row by row from the top. */
export interface Pixels {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * A page is refused if it loses at least this share of its letters and at least `fewestLost` letters. The letters of each
 * annotation count separately.
 */
const mostLost = 0.1;
/**
 * The smallest number of lost letters at which `mostLost` applies. Fewer lost letters are probably marks, such as bullets. But
 * one lost letter is enough if the page shows nothing, or if an annotation loses all of its letters.
 */
const fewestLost = 4;

/** Maximum difference between two values of a color channel (0 to 255) at which two colors count as the same. */
const plainWithin = 24;

/** The margins of a letter's box that are ignored, as shares of its size. Neighboring letters and lines may reach into them. */
const inset = { across: 0.1, along: 0.2 } as const;

/**
 * Returns whether a page must be refused because too many letters are lost. Counts the letters of each annotation, such as a form
 * field, separately, because a long page would otherwise hide the loss of a field's value. `noted` has the code points of text
 * notes that PDFium might omit. The page is also refused if one of these code points occurs in no annotation of `letters`.
 */
export function losesLetters(page: Pixels, letters: Iterable<Letter>, noted: readonly number[]): boolean {
  const tallies = new Map<Letter['annotation'], { total: number; lost: number }>();
  const annotated = new Set<number>();
  for (const letter of letters) {
    if (letter.annotation !== undefined) annotated.add(letter.unicode);
    const tally = tallies.get(letter.annotation) ?? { total: 0, lost: 0 };
    tallies.set(letter.annotation, tally);
    tally.total += 1;
    if (!letter.isDrawn && !isHidden(page, letter)) tally.lost += 1;
  }
  if (noted.some((letter) => !annotated.has(letter))) return true;
  const showsNothing = () => !showsInk(page, { from: 0, to: page.width }, { from: 0, to: page.height });
  return [...tallies].some(([annotation, { total, lost }]) => {
    if (lost >= fewestLost && lost >= total * mostLost) return true;
    return lost > 0 && (annotation === undefined ? showsNothing() : lost === total);
  });
}

/** Returns whether no PDF reader shows a letter: it is outside the page, transparent, in the background's color, or covered. */
function isHidden(page: Pixels, { box, color, isCovered }: Letter): boolean {
  const [left, top, right, bottom] = box();
  const across = (right - left) * inset.across;
  const along = (bottom - top) * inset.along;
  const columns = within(left + across, right - across, page.width);
  const rows = within(top + along, bottom - along, page.height);
  if (columns.to <= columns.from || rows.to <= rows.from) return true;
  const own = color();
  if (own === undefined) return true;
  if (showsInk(page, columns, rows)) return isCovered();
  const ground = colorAt(page, columns.from, rows.from);
  return ground.every((value, part) => Math.abs(value - (own[part] as number)) <= plainWithin);
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
