/** Headings, paragraphs and tables of a PDF, each with its place in the structure that a screen reader follows. */
import { type Face, type Run, runOf, runsOf } from './fonts.ts';
import { type Document, margin, type Structure } from './letter-document.ts';

/** Where something is drawn, in points from the left edge, and the part of the document that it belongs to. */
export interface Position {
  readonly left: number;
  readonly parent: Structure;
  /** The replacement of a letter that no font has; without this, drawing such a text throws. */
  readonly lacking?: (letter: string) => string;
}

/** A stretch of text in one face, of a link where there is one. */
export interface Piece {
  readonly text: string;
  readonly face: Face;
  readonly link?: string;
  /** In points; the size of the body where left out. */
  readonly size?: number;
}

/** A cell of a table, and what it is the heading of. */
export interface Cell {
  readonly text: string;
  readonly heads?: 'Row' | 'Column';
}

export const bodySize = 11;
const tableSize = bodySize - 1;
const cellPadding = 5;
const headingSizes: Readonly<Record<string, number>> = { h1: 20, h2: 14, h3: 12 };

/** Room that a heading needs below its top, in points, so that it is not alone at the foot of a page. */
export const keptWithHeading = 72;

/** A forced line break, as a piece of its own. */
export const lineEnd = '\n';

/** Plain text in the regular face. */
export function textPiece(text: string): Piece {
  return { text, face: 'regular' };
}

export function addAndEnd(parent: Structure, element: Structure): void {
  parent.add(element);
  element.end();
}

/** A heading; `tag` is h1 to h6. */
export function drawHeading(document: Document, position: Position, tag: string, text: string): void {
  if (document.y + keptWithHeading > document.page.maxY()) document.addPage();
  else if (tag !== 'h1') document.moveDown(0.6);
  const size = headingSizes[tag] ?? bodySize;
  const runs = runsOf(document, 'bold', text, position.lacking);
  const draws = () => drawRuns(document, runs, size, {}, position.left);
  addAndEnd(position.parent, document.struct(tag.toUpperCase(), {}, [draws]));
  document.moveDown(0.4);
}

/** A paragraph of pieces one after the other. */
export function drawParagraph(document: Document, position: Position, pieces: readonly Piece[]): void {
  const element = document.struct('P');
  position.parent.add(element);
  pieces.forEach((piece, at) => {
    const { text, face, link, size = bodySize } = piece;
    if (text === lineEnd) return;
    const begins = (pieces[at - 1]?.text ?? lineEnd) === lineEnd;
    const continued = (pieces[at + 1]?.text ?? lineEnd) !== lineEnd;
    const runs = runsOf(document, face, text, position.lacking);
    const options = { continued, lineGap: 3, underline: link !== undefined, ...(link && { link }) };
    const draws = () => drawRuns(document, runs, size, options, begins ? position.left : undefined);
    if (link) addAndEnd(element, document.struct('Link', { alt: text }, [draws]));
    else element.add(draws);
  });
  element.end();
  document.moveDown(0.5);
}

/** Draws runs as continued text: from the left edge where one is given, else after what was drawn before. */
function drawRuns(
  document: Document,
  runs: readonly Run[],
  size: number,
  options: PDFKit.Mixins.TextOptions,
  left?: number,
): void {
  runs.forEach(({ text, font }, at) => {
    document.font(font).fontSize(size);
    const ends = at === runs.length - 1;
    const joined = { ...options, continued: ends ? (options.continued ?? false) : true };
    if (at === 0 && left !== undefined) document.text(text, left, document.y, joined);
    else document.text(text, joined);
  });
}

/** A table with all its columns alike wide; as paragraphs where a row would be higher than a page. */
export function drawTable(document: Document, position: Position, rows: readonly (readonly Cell[])[]): void {
  if (isTooHigh(document, document.page.width - position.left - margin, rows)) {
    drawRows(document, position, rows);
    return;
  }
  // A variable, because the declarations of pdfkit do not know of structParent yet.
  const options = {
    structParent: position.parent,
    position: { x: position.left, y: document.y },
    defaultStyle: { border: 0.5, borderColor: 'black', padding: cellPadding },
    data: rows.map((row) => row.map((cell) => drawnCell(document, position, cell))),
  };
  document.font('regular').fontSize(tableSize).table(options);
  document.x = margin;
  document.moveDown();
}

/** pdfkit would cut off a row that does not fit on one page. Measured in bold, the widest face. */
function isTooHigh(document: Document, width: number, rows: readonly (readonly Cell[])[]): boolean {
  const room = document.page.maxY() - margin - 2 * cellPadding;
  document.font('bold').fontSize(tableSize);
  return rows.some((row) => {
    const inner = width / row.length - 2 * cellPadding;
    return row.some(({ text }) => document.heightOfString(text, { width: inner }) > room);
  });
}

/** Each cell as a paragraph under the heading of its column. */
function drawRows(document: Document, position: Position, rows: readonly (readonly Cell[])[]): void {
  const isHeading = (row: readonly Cell[]) => row.every(({ heads }) => heads === 'Column');
  const headings = rows.find(isHeading) ?? [];
  for (const row of rows.filter((one) => !isHeading(one)))
    row.forEach(({ text }, column) => {
      const heading = headings[column]?.text;
      drawParagraph(document, position, [
        ...(heading ? [{ text: `${heading}: `, face: 'bold' } as const] : []),
        textPiece(text || ' '),
      ]);
    });
}

/** Adds what the type declarations of pdfkit leave out: what the cell is the heading of. */
function drawnCell(document: Document, { lacking }: Position, { text, heads }: Cell) {
  const { text: shown, font } = runOf(document, heads ? 'bold' : 'regular', text, lacking);
  const cell = { text: shown, font: { src: font } };
  return heads ? { ...cell, type: 'TH' as const, scope: heads } : cell;
}
