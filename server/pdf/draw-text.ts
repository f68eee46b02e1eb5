/** Headings, paragraphs and tables of a PDF, each with its place in the structure that a screen reader follows. */
import { type Face, type Run, runOf, runsOf } from './fonts.ts';
import { type Document, margin, type Structure } from './letter-document.ts';

/** Where something is drawn, in points from the left edge, and the part of the document that it belongs to. */
export interface Place {
  readonly left: number;
  readonly parent: Structure;
  /** What stands for a letter that no font has; without it such a text is not drawn at all. */
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

/** A cell of a table, and of what it is the heading. */
export interface Cell {
  readonly text: string;
  readonly heads?: 'Row' | 'Column';
}

export const bodySize = 11;
const tableSize = bodySize - 1;
const cellPadding = 5;
const headingSizes: Readonly<Record<string, number>> = { h1: 20, h2: 14, h3: 12 };

/** What must fit below the start of a heading, in points, so that it does not stand alone at the foot of a page. */
export const keptWithHeading = 72;

/** A forced line end, which is a piece of its own. */
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
export function drawHeading(document: Document, place: Place, tag: string, text: string): void {
  if (document.y + keptWithHeading > document.page.maxY()) document.addPage();
  else if (tag !== 'h1') document.moveDown(0.6);
  const size = headingSizes[tag] ?? bodySize;
  const runs = runsOf(document, 'bold', text, place.lacking);
  const draws = () => drawRuns(document, runs, size, {}, place.left);
  addAndEnd(place.parent, document.struct(tag.toUpperCase(), {}, [draws]));
  document.moveDown(0.4);
}

/** A paragraph of pieces one after the other. */
export function drawParagraph(document: Document, place: Place, pieces: readonly Piece[]): void {
  const element = document.struct('P');
  place.parent.add(element);
  pieces.forEach((piece, at) => {
    const { text, face, link, size = bodySize } = piece;
    if (text === lineEnd) return;
    const begins = (pieces[at - 1]?.text ?? lineEnd) === lineEnd;
    const continued = (pieces[at + 1]?.text ?? lineEnd) !== lineEnd;
    const runs = runsOf(document, face, text, place.lacking);
    const options = { continued, lineGap: 3, underline: link !== undefined, ...(link && { link }) };
    const draws = () => drawRuns(document, runs, size, options, begins ? place.left : undefined);
    if (link) addAndEnd(element, document.struct('Link', { alt: text }, [draws]));
    else element.add(draws);
  });
  element.end();
  document.moveDown(0.5);
}

/** Runs on one line of thought: from the left edge where there is one, else after what was drawn before. */
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
export function drawTable(document: Document, place: Place, rows: readonly (readonly Cell[])[]): void {
  if (isTooHigh(document, document.page.width - place.left - margin, rows)) {
    drawRows(document, place, rows);
    return;
  }
  // A variable, because the declarations of pdfkit do not know of structParent yet.
  const options = {
    structParent: place.parent,
    position: { x: place.left, y: document.y },
    defaultStyle: { border: 0.5, borderColor: 'black', padding: cellPadding },
    data: rows.map((row) => row.map((cell) => drawnCell(document, place, cell))),
  };
  document.font('regular').fontSize(tableSize).table(options);
  document.x = margin;
  document.moveDown();
}

/** pdfkit would cut off what does not fit on one page. Measured in bold, the widest face. */
function isTooHigh(document: Document, width: number, rows: readonly (readonly Cell[])[]): boolean {
  const room = document.page.maxY() - margin - 2 * cellPadding;
  document.font('bold').fontSize(tableSize);
  return rows.some((row) => {
    const inner = width / row.length - 2 * cellPadding;
    return row.some(({ text }) => document.heightOfString(text, { width: inner }) > room);
  });
}

/** Each cell as a paragraph under the heading of its column. */
function drawRows(document: Document, place: Place, rows: readonly (readonly Cell[])[]): void {
  const isHeading = (row: readonly Cell[]) => row.every(({ heads }) => heads === 'Column');
  const headings = rows.find(isHeading) ?? [];
  for (const row of rows.filter((one) => !isHeading(one)))
    row.forEach(({ text }, column) => {
      const heading = headings[column]?.text;
      drawParagraph(document, place, [
        ...(heading ? [{ text: `${heading}: `, face: 'bold' } as const] : []),
        textPiece(text || ' '),
      ]);
    });
}

/** With what the declarations of pdfkit leave out: of what the cell is the heading. */
function drawnCell(document: Document, { lacking }: Place, { text, heads }: Cell) {
  const { text: shown, font } = runOf(document, heads ? 'bold' : 'regular', text, lacking);
  const cell = { text: shown, font: { src: font } };
  return heads ? { ...cell, type: 'TH' as const, scope: heads } : cell;
}
