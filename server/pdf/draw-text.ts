/** Draws the headings, paragraphs and tables of a PDF, and adds each to the structure that screen readers use. */
import { type Face, type Run, runOf, runsOf } from './fonts.ts';
import { type Document, margin, type Position, type Structure } from './letter-document.ts';

/** A piece of text in one face, which may be a link. */
export interface Piece {
  readonly text: string;
  readonly face: Face;
  readonly link?: string;
  /** The font size in points, by default `bodySize`. */
  readonly size?: number;
}

/** A cell of a table, and whether it is the heading of its row or column. */
export interface Cell {
  readonly text: string;
  readonly heads?: 'Row' | 'Column';
}

export const bodySize = 11;
const tableSize = bodySize - 1;
const cellPadding = 5;
const headingSizes: Readonly<Record<string, number>> = { h1: 20, h2: 14, h3: 12 };

/** The space in points that a heading needs from its top to the end of the page, so no heading is alone at a page's bottom. */
export const keptWithHeading = 72;

/** The text of a piece that is a forced line break. */
export const lineEnd = '\n';

export function textPiece(text: string): Piece {
  return { text, face: 'regular' };
}

export function addAndEnd(parent: Structure, element: Structure): void {
  parent.add(element);
  element.end();
}

/** Draws a heading. `tag` is h1 to h6. */
export function drawHeading(position: Position, tag: string, text: string): void {
  const { document } = position;
  if (document.y + keptWithHeading > document.page.maxY()) document.addPage();
  else if (tag !== 'h1') document.moveDown(0.6);
  const size = headingSizes[tag] ?? bodySize;
  const runs = runsOf(document, 'bold', text, position.lacking);
  const draws = () => drawRuns(document, runs, size, {}, position.left);
  addAndEnd(position.parent, document.struct(tag.toUpperCase(), {}, [draws]));
  document.moveDown(0.4);
}

/** Draws pieces of text one after another as a paragraph. */
export function drawParagraph(position: Position, pieces: readonly Piece[]): void {
  const { document } = position;
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

/** Draws runs as continuous text. They start at `left`, or without it, after the previous text. */
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

/** Draws a table with columns of equal width, or as paragraphs if a row would be taller than a page. */
export function drawTable(position: Position, rows: readonly (readonly Cell[])[]): void {
  const { document } = position;
  if (isTooHigh(document, document.page.width - position.left - margin, rows)) {
    drawRows(position, rows);
    return;
  }
  // This is a variable so that it may have structParent, which pdfkit's type declarations lack.
  const options = {
    structParent: position.parent,
    position: { x: position.left, y: document.y },
    defaultStyle: { border: 0.5, borderColor: 'black', padding: cellPadding },
    data: rows.map((row) => row.map((cell) => drawnCell(position, cell))),
  };
  document.font('regular').fontSize(tableSize).table(options);
  document.x = margin;
  document.moveDown();
}

/** Returns whether a row is taller than a page, so pdfkit would cut it off. Measures all text in bold, the widest face. */
function isTooHigh(document: Document, width: number, rows: readonly (readonly Cell[])[]): boolean {
  const height = document.page.maxY() - margin - 2 * cellPadding;
  document.font('bold').fontSize(tableSize);
  return rows.some((row) => {
    const inner = width / row.length - 2 * cellPadding;
    return row.some(({ text }) => document.heightOfString(text, { width: inner }) > height);
  });
}

/** Draws each cell as a paragraph that begins with the heading of its column. */
function drawRows(position: Position, rows: readonly (readonly Cell[])[]): void {
  const isHeading = (row: readonly Cell[]) => row.every(({ heads }) => heads === 'Column');
  const headings = rows.find(isHeading) ?? [];
  for (const row of rows.filter((one) => !isHeading(one)))
    row.forEach(({ text }, column) => {
      const heading = headings[column]?.text;
      drawParagraph(position, [
        ...(heading ? [{ text: `${heading}: `, face: 'bold' } as const] : []),
        textPiece(text || ' '),
      ]);
    });
}

/** Returns a cell for pdfkit. Its type declarations lack `type` and `scope`, which mark a heading. */
function drawnCell({ document, lacking }: Position, { text, heads }: Cell) {
  const { text: shown, font } = runOf(document, heads ? 'bold' : 'regular', text, lacking);
  const cell = { text: shown, font: { src: font } };
  return heads ? { ...cell, type: 'TH' as const, scope: heads } : cell;
}
