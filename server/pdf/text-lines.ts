/** Breaks pieces of text into lines. */
import { type Face, runsOf, setFont } from './fonts.ts';
import type { Document, Position } from './letter-document.ts';

/** A piece of text in one face. The piece can be a link. */
export interface Piece {
  readonly text: string;
  readonly face: Face;
  readonly link?: string;
  /** The font size in points, by default the size of the surrounding text. */
  readonly size?: number;
}

/** A part of a line, with a single font. */
export interface Segment extends Omit<Piece, 'face'> {
  readonly font: string;
  readonly size: number;
  readonly width: number;
}

export type Line = readonly Segment[];

/** The character that forces a line break in the text of a piece. */
export const lineEnd = '\n';

/**
 * Matches the places where a line may break: after spaces, after an em dash, between ideographs, and after a slash or a hyphen
 * between letters. Does not match a hyphen in an email or web address, because readers might think that it was added for the line
 * break. Also matches before `ca` in the version of an agreement that combines two texts, such as 2026-11-26-ca-2026-11-26.
 */
const breaks =
  /(?<=[ \t])(?=[^ \t])|(?<=\p{L}\/)(?=\p{L})|(?<=\p{L}-)(?=\p{L})(?<!(?:@|\/\/|www\.|\.\p{L}+\/)\S*)(?!\S*(?:@|\/\/|\.\p{L}+\/))|(?<=\d-)(?=[a-z]+-\d{4}-)|(?<=—)|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])(?=\p{L})/u;

/** The segments between two places where a line can break. `trimmed` is the segments' width without the spaces at the end. */
type Word = ReturnType<typeof wordOf>;

/** Returns pieces as lines of at most this width. A word that is wider than a line can be broken anywhere. */
export function linesOf(
  position: Pick<Position, 'document' | 'lacking' | 'style'>,
  pieces: readonly Piece[],
  width: number,
): readonly Line[] {
  return paragraphsOf(pieces).flatMap((paragraph) => {
    const segments = paragraph.flatMap((piece) => segmentsOf(position, piece));
    const words = wordsOf(position.document, segments).flatMap(brokenAt(position.document, width));
    return filled(words, width).map((line) => joined(position.document, line));
  });
}

/** Splits pieces at forced line breaks, which may be inside a piece. */
function paragraphsOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const paragraphs: Piece[][] = [[]];
  for (const piece of pieces)
    piece.text.split(lineEnd).forEach((text, at) => {
      if (at > 0) paragraphs.push([]);
      if (text !== '') paragraphs.at(-1)?.push({ ...piece, text });
    });
  return paragraphs;
}

function segmentsOf(
  { document, lacking, style }: Pick<Position, 'document' | 'lacking' | 'style'>,
  { text, face, ...rest }: Piece,
): readonly Segment[] {
  const size = rest.size ?? style.size;
  return runsOf(document, face, text, lacking).map((run) => measured(document, { ...rest, ...run, size }));
}

function measured(document: Document, segment: Omit<Segment, 'width'>): Segment {
  setFont(document, segment.font);
  return { ...segment, width: document.fontSize(segment.size).widthOfString(segment.text) };
}

/** Splits segments at the places where a line may break. A word can consist of several segments. */
function wordsOf(document: Document, segments: readonly Segment[]): readonly Word[] {
  const words: Segment[][] = [];
  let isOpen = false;
  for (const segment of segments) {
    segment.text.split(breaks).forEach((text, at) => {
      const part = measured(document, { ...segment, text });
      if (isOpen && at === 0) words.at(-1)?.push(part);
      else words.push([part]);
    });
    isOpen = !segment.text.endsWith(' ');
  }
  return words.map((parts) => wordOf(document, parts));
}

function wordOf(document: Document, segments: readonly Segment[]) {
  const width = segments.reduce((sum, segment) => sum + segment.width, 0);
  const last = segments.at(-1);
  const tail = last ? last.width - measured(document, { ...last, text: last.text.trimEnd() }).width : 0;
  return { segments, width, trimmed: width - tail };
}

function brokenAt(document: Document, width: number): (word: Word) => readonly Word[] {
  return (word) => {
    if (word.trimmed <= width) return [word];
    const parts: Segment[][] = [[]];
    let room = width;
    for (const segment of word.segments)
      for (const letter of segment.text) {
        const part = measured(document, { ...segment, text: letter });
        if (part.width > room && parts.at(-1)?.length) {
          parts.push([]);
          room = width;
        }
        parts.at(-1)?.push(part);
        room -= part.width;
      }
    return parts.map((letters) => wordOf(document, joined(document, letters)));
  };
}

/**
 * Breaks a paragraph into as few lines as possible. Among the ways to do this, chooses the one whose lines end most evenly. The
 * last line counts as even if it fills at least a quarter of the width.
 */
function filled(words: readonly Word[], width: number): readonly Line[] {
  if (width === Number.POSITIVE_INFINITY) return [words.flatMap(({ segments }) => segments)];
  // For each word, the best end of a line that begins with the word, and the cost of this line and all lines below it.
  const best: { readonly end: number; readonly cost: number }[] = [];
  for (let at = words.length - 1; at >= 0; at -= 1) {
    let used = 0;
    for (let end = at + 1; end <= words.length; end += 1) {
      const { trimmed = 0, width: whole = 0 } = words[end - 1] ?? {};
      if (used + trimmed > width && end > at + 1) break;
      const full = end === words.length ? width / 4 : width;
      const uneven = (Math.max(0, full - used - trimmed) / width) ** 2;
      // Each line costs at least as much as the unevenness of all lines can, so the number of lines is the least possible.
      const cost = words.length + uneven + (best[end]?.cost ?? 0);
      if (cost <= (best[at]?.cost ?? Number.POSITIVE_INFINITY)) best[at] = { end, cost };
      used += whole;
    }
  }
  const lines: Line[] = [];
  for (let at = 0; at < words.length || lines.length === 0; at = best[at]?.end ?? words.length)
    lines.push(words.slice(at, best[at]?.end).flatMap(({ segments }) => segments));
  return lines;
}

/** Joins adjacent segments that have the same font, size and link, so that a line has as few segments as possible. */
function joined(document: Document, segments: readonly Segment[]): Line {
  const line: Segment[] = [];
  for (const segment of segments) {
    const last = line.at(-1);
    if (last && last.font === segment.font && last.size === segment.size && last.link === segment.link)
      line[line.length - 1] = measured(document, { ...last, text: last.text + segment.text });
    else line.push(segment);
  }
  return line;
}
