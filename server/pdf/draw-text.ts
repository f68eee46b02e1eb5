/** Draws tagged headings and paragraphs. No column ends with a heading, or begins or ends with one line of a longer paragraph. */
import { setFont } from './fonts.ts';
import type { Document, Position, Structure } from './letter-document.ts';
import { type Line, linesOf, type Piece, type Segment } from './text-lines.ts';

export function textPiece(text: string): Piece {
  return { text, face: 'regular' };
}

export function addAndEnd(parent: Structure, element: Structure): void {
  parent.add(element);
  element.end();
}

/** Minimum number of lines of a paragraph at the end of a page or at the top of the next page. */
const fewest = 2;

/** Returns the width that is available for text at a position. */
export function widthAt({ flow, left }: Position): number {
  return flow.width() - left;
}

/**
 * Moves to the next column or page until this height fits. Does nothing if the height is too large for any page. Can skip several
 * columns, because columns that begin below other text (`flow.divide`) may be too short.
 */
export function keepTogether({ flow }: Position, height: number): void {
  while (flow.y + height > flow.bottom && height <= flow.wholeHeight()) flow.next();
}

/** Returns whether a paragraph is so short that all of it stays on one page. */
export function isShort(position: Position, pieces: readonly Piece[]): boolean {
  return linesOf(position, pieces, widthAt(position)).length < 2 * fewest;
}

/** Returns the height of a paragraph's first lines, which must stay together on one page. */
export function leastHeight(position: Position, pieces: readonly Piece[]): number {
  const count = linesOf(position, pieces, widthAt(position)).length;
  return position.style.leading * (count < 2 * fewest ? count : fewest);
}

function headingOf(position: Position, tag: string, text: string) {
  const { style } = position;
  const size = style.headings[tag] ?? style.size;
  const [, number = '', title = text] = style.hang > 0 ? (/^(\d+\.)\s+(\S.*)$/.exec(text) ?? []) : [];
  return {
    above:
      tag === 'h1' ? 0 : style.leading * (size > 1.5 * style.size ? 1.75 : size > style.size ? 0.75 : 0.35),
    below: style.leading * (tag === 'h1' ? 0.5 : 0.22),
    size,
    leading: Math.round(size * 1.24 * 4) / 4,
    lines: linesOf(position, [{ text: title, face: 'bold', size }], widthAt(position)),
    /** The heading's number if the number is drawn to the left of the text. Otherwise, an empty text. */
    number,
  };
}

/** Returns the height of a heading with the space above and below it. */
export function headingHeight(position: Position, tag: string, text: string): number {
  const { above, below, leading, lines } = headingOf(position, tag, text);
  return above + leading * lines.length + below;
}

/** Draws a heading (`tag` is h1 to h6) with a bookmark. `kept` is the height of the content that must follow on the same page. */
export function drawHeading(position: Position, tag: string, text: string, kept = 0): void {
  const { document, flow, style } = position;
  const heading = headingOf(position, tag, text);
  keepTogether(position, headingHeight(position, tag, text) + (kept || fewest * style.leading));
  const isAtTop = flow.y + style.leading > flow.bottom || flow.y <= flow.top();
  if (!isAtTop) flow.y += heading.above;
  position.bookmark(Number(tag.slice(1)), text);
  const draw = () => {
    const left = flow.x() + position.left;
    const number = {
      text: heading.number && `${heading.number} `,
      face: 'bold',
      size: heading.size,
    } as const;
    for (const line of linesOf(position, [number], 100))
      drawLine(document, line, left - style.hang, flow.y + heading.leading * 0.76);
    for (const line of heading.lines) {
      drawLine(document, line, left, flow.y + heading.leading * 0.76);
      flow.y += heading.leading;
    }
  };
  addAndEnd(position.parent, document.struct(tag.toUpperCase(), {}, [draw]));
  flow.y += heading.below;
}

/** Draws pieces of text as one paragraph. `kept` is the height of the content that must follow the paragraph on the same page. */
export function drawParagraph(position: Position, pieces: readonly Piece[], kept = 0): void {
  const element = position.document.struct('P');
  position.parent.add(element);
  const lines = linesOf(position, pieces, widthAt(position));
  const { gap } = position.style;
  drawLines(position, element, lines, kept > 0 ? kept + gap : 0);
  element.end();
  position.flow.y += gap;
}

/** Draws lines, starting at the current position. Continues in the next columns if necessary. */
function drawLines(position: Position, element: Structure, lines: readonly Line[], kept: number): void {
  const { document, flow, style } = position;
  const starts = columnStarts(lines.length, style.leading, flow, kept);
  let current = -1;
  const goTo = (index: number) => {
    if (index === current) return;
    current = index;
    if (starts.has(index)) flow.next();
    flow.y += style.leading;
  };
  for (const group of groupsOf(lines)) {
    const alt = group.map(({ segment }) => segment.text).join('');
    const link = group[0]?.segment.link ? document.struct('Link', { alt }) : undefined;
    const draw = () => {
      for (const { segment, line, left } of group) {
        goTo(line);
        drawSegment(document, segment, flow.x() + position.left + left, flow.y - style.leading * 0.24, link);
      }
    };
    if (link) {
      element.add(link);
      link.add(draw);
      link.end();
    } else element.add(draw);
  }
}

type Placed = { readonly segment: Segment; readonly line: number; readonly left: number };

/** Groups the segments that get a common tag in the PDF. Each segment of a link, and each run of other segments, is a group. */
function groupsOf(lines: readonly Line[]): readonly (readonly Placed[])[] {
  const groups: Placed[][] = [];
  lines.forEach((segments, line) => {
    let left = 0;
    for (const segment of segments) {
      const last = groups.at(-1);
      const placed = { segment, line, left };
      if (last && !segment.link && !last[0]?.segment.link) last.push(placed);
      else groups.push([placed]);
      left += segment.width;
    }
  });
  return groups;
}

/** Returns the indexes of the lines that begin a new column. No column ends or begins with a single line of the paragraph. */
function columnStarts(
  count: number,
  leading: number,
  flow: Pick<Position['flow'], 'y' | 'bottom' | 'wholeHeight' | 'heightAfter'>,
  kept: number,
): ReadonlySet<number> {
  const starts = new Set<number>();
  let [first, passed] = [0, 0];
  let room = flow.bottom - flow.y;
  for (;;) {
    const fits = Math.floor(room / leading + 1e-6);
    const rest = count - first;
    if (rest <= fits && (kept === 0 || rest * leading + kept <= room || kept > flow.wholeHeight()))
      return starts;
    let here = Math.min(fits, rest - fewest);
    if (rest < 2 * fewest || here < fewest) here = 0;
    if (here === 0 && room >= flow.wholeHeight()) return starts;
    first += here;
    starts.add(first);
    passed += 1;
    room = flow.heightAfter(passed);
  }
}

/** Draws a segment at its baseline. If `link` is given and the segment has a URL, the segment becomes a clickable link. */
function drawSegment(
  document: Document,
  segment: Segment,
  left: number,
  baseline: number,
  link?: Structure,
): void {
  const { text, font, size, width } = segment;
  setFont(document, font);
  document.fontSize(size).text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
  if (!link || !segment.link) return;
  // Use a String object, because pdfkit writes a primitive string as a PDF name, such as /Subtype.
  const options = { structParent: link, Contents: new String(text) as string };
  const underlined = text.endsWith(' ') ? document.widthOfString(text.trimEnd()) : width;
  document.link(left, baseline - size, underlined, size * 1.3, segment.link, options);
  document
    .lineWidth(0.5)
    .moveTo(left, baseline + 1.75)
    .lineTo(left + underlined, baseline + 1.75)
    .stroke();
}

export function drawLine(document: Document, line: Line, left: number, baseline: number): void {
  let at = left;
  for (const segment of line) {
    drawSegment(document, segment, at, baseline);
    at += segment.width;
  }
}
