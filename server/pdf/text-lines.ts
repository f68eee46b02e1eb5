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

function filled(words: readonly Word[], width: number): readonly Line[] {
  const lines: Word[][] = [[]];
  let used = 0;
  for (const word of words) {
    if (used + word.trimmed > width && lines.at(-1)?.length) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(word);
    used += word.width;
  }
  return withoutWidow(lines, width).map((line) => line.flatMap(({ segments }) => segments));
}

/**
 * If the last line has only one word, moves the last word of the second-to-last line down to it. Does this only if the word fits
 * and the second-to-last line keeps at least two words.
 */
function withoutWidow(lines: readonly (readonly Word[])[], width: number): readonly (readonly Word[])[] {
  const [before = [], last = []] = lines.slice(-2);
  const moved = before.at(-1);
  if (lines.length < 2 || last.length !== 1 || before.length < 3 || !moved) return lines;
  if (!moved.segments.at(-1)?.text.endsWith(' ') || moved.width + (last[0]?.trimmed ?? 0) > width)
    return lines;
  return [...lines.slice(0, -2), before.slice(0, -1), [moved, ...last]];
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
