/** Makes a PDF on US letter pages, tagged for screen readers. The same content always gives the same bytes. */
import { buffer } from 'node:stream/consumers';
import { drawLine } from './draw-text.ts';
import { type Line, linesOf } from './text-lines.ts';

export type Document = PDFKit.PDFDocument;
export type Structure = ReturnType<Document['struct']>;

/** The sizes of a text, in points. */
export interface Style {
  readonly size: number;
  readonly leading: number;
  readonly gap: number;
  /** The space above and below the text of a table's cell. */
  readonly cell: number;
  /** The font sizes of headings by tag, such as h2. Headings with other tags have the font size of the text. */
  readonly headings: Readonly<Record<string, number>>;
  /** The indentation of all text. A section's number is drawn in this space. If 0, the number is part of the heading. */
  readonly hang: number;
}

/** The position of the next line. Pages are filled from top to bottom, in one or more columns. */
export interface Flow {
  y: number;
  /** The y-coordinate at which the text of a page ends. */
  readonly bottom: number;
  /** The y-coordinate at which the current column begins. */
  top(): number;
  x(): number;
  width(): number;
  /** The height of an empty column on a new page. */
  wholeHeight(): number;
  /** The height of the column that is `columns` columns after the current one. */
  heightAfter(columns: number): number;
  /** Moves to the top of the next column. After the last column of a page, moves to a new page. */
  next(): void;
  startPage(columns: number): void;
  divide(columns: number): void;
}

export interface Position {
  readonly document: Document;
  readonly flow: Flow;
  readonly style: Style;
  /** The distance of the text from the left edge of its column, in points. */
  readonly left: number;
  /** The structure element to which drawn elements are added. */
  readonly parent: Structure;
  /** Adds a bookmark for the next line, which is a heading. `rank` is the rank of the heading, counted from 1. */
  bookmark(rank: number, title: string): void;
  /** Returns the replacement of a character that no font has. Without this function, drawing such a character throws. */
  readonly lacking?: (letter: string) => string;
}

interface About extends Pick<Position, 'lacking' | 'style'> {
  readonly title: string;
  /** The name of the bank. The header of each page shows this name on the left. */
  readonly author: string;
  /** The name of the program. The header of each page shows this name and “Commercial Credit Card” on the right. */
  readonly program: string;
  /** The words in the footer of each page. They identify the document to which the page belongs. */
  readonly reference: string;
  readonly date: Date;
  /** The distance of header, text and footer from the left and right edges of the page, in points. */
  readonly margin: number;
}

/** A PDF and its number of pages. */
export interface Printed {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

const pageWidth = 612;
/** The y-coordinates at which the text begins: below the letterhead on the first page, and below the header on other pages. */
const tops = { first: 116, other: 88 } as const;
const bottom = 724;
const foot = 752;
const gutter = 24;
const runningSize = 8.5;
const gray = '#404040';

/** Returns a finished PDF. `draw` draws its whole content, except the page headers and footers. */
export async function letterDocument(about: About, draw: (position: Position) => void): Promise<Printed> {
  // Load pdfkit only here, because every start of the server imports this module.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    // Start without a default font, because each piece of text sets its own font.
    font: '',
    info: { Title: about.title, Author: about.author, Creator: about.program, CreationDate: about.date },
  });
  const root = document.struct('Document');
  document.addStructure(root);
  const flow = flowOf(document, about.margin);
  const { style, lacking } = about;
  const bookmark = bookmarksOf(document, flow);
  draw({ document, flow, style, left: style.hang, parent: root, bookmark, ...(lacking && { lacking }) });
  root.end();
  const pages = document.bufferedPageRange().count;
  for (let page = 0; page < pages; page += 1) drawHeadAndFoot(document, about, page, pages);
  document.end();
  return { bytes: await buffer(document), pages };
}

function flowOf(document: Document, margin: number): Flow {
  let [columns, column] = [1, 0];
  let top: number = tops.first;
  const width = () => (pageWidth - 2 * margin - (columns - 1) * gutter) / columns;
  const flow: Flow = {
    y: top,
    bottom,
    top: () => top,
    x: () => margin + column * (width() + gutter),
    width,
    wholeHeight: () => bottom - tops.other,
    heightAfter: (count) => bottom - (column + count < columns ? top : tops.other),
    next() {
      if (column + 1 < columns) {
        column += 1;
        flow.y = top;
      } else flow.startPage(columns);
    },
    startPage(count) {
      document.continueOnNewPage();
      top = tops.other;
      flow.y = top;
      [columns, column] = [count, 0];
    },
    divide(count) {
      top = flow.y;
      [columns, column] = [count, 0];
    },
  };
  return flow;
}

/** Returns a function that adds a bookmark. The bookmark is nested in the last bookmark of a higher-ranking heading. */
function bookmarksOf(document: Document, flow: Flow): Position['bookmark'] {
  const open: { readonly rank: number; readonly item: PDFKit.PDFOutline }[] = [];
  return (rank, title) => {
    while ((open.at(-1)?.rank ?? 0) >= rank) open.pop();
    const parent = open.at(-1)?.item ?? document.outline;
    // Use a variable, because pdfkit's type declarations reject `top` and `left` in an object literal.
    const options = { top: flow.y, left: 0, expanded: rank === 1 };
    open.push({ rank, item: parent.addItem(title, options) });
  };
}

/** Draws something that screen readers skip, such as a line or a page header. */
export function drawArtifact(document: Document, type: 'Layout' | 'Pagination', draw: () => void): void {
  document.markContent('Artifact', { type });
  draw();
  document.endMarkedContent();
}

function drawHeadAndFoot(document: Document, about: About, page: number, pages: number): void {
  document.switchToPage(page);
  const [left, right] = [about.margin, pageWidth - about.margin];
  const card = `${about.program} Commercial Credit Card`;
  const isFirst = page === 0;
  drawArtifact(document, 'Pagination', () => {
    document.fillColor(isFirst ? '#000000' : gray);
    const baseline = isFirst ? 66 : 60;
    const [bank, name] = headLines(document, about, card, isFirst);
    drawLine(document, bank, left, baseline);
    drawLine(document, name, right - widthOf(name), baseline);
    document.lineWidth(0.5);
    const rule = baseline + (isFirst ? 12 : 8);
    document.moveTo(left, rule).lineTo(right, rule).stroke(gray);
    if (isFirst) document.rect(left, rule - 1.25, 36, 2.5).fill('#000000');
    document.fillColor(gray);
    drawLine(document, lineOf(document, about, about.reference, runningSize), left, foot);
    const number = lineOf(document, about, `Page ${page + 1} of ${pages}`, runningSize);
    drawLine(document, number, right - widthOf(number), foot);
    document.fillColor('#000000');
  });
}

/** Returns the header lines with the names of the bank and the card. If the names are too long, both have a smaller font. */
function headLines(document: Document, about: About, card: string, isFirst: boolean): readonly [Line, Line] {
  const lines = (scale: number) =>
    [
      lineOf(document, about, about.author, (isFirst ? 14 : runningSize) * scale, 'bold'),
      lineOf(document, about, card, (isFirst ? 10 : runningSize) * scale),
    ] as const;
  const [bank, name] = lines(1);
  const scale = (pageWidth - 2 * about.margin) / (widthOf(bank) + gutter + widthOf(name));
  return scale < 1 ? lines(scale) : [bank, name];
}

function lineOf(
  document: Document,
  about: About,
  text: string,
  size: number,
  face: 'regular' | 'bold' = 'regular',
): Line {
  return linesOf({ ...about, document }, [{ text, face, size }], Number.POSITIVE_INFINITY)[0] ?? [];
}

function widthOf(line: Line): number {
  return line.reduce((sum, segment) => sum + segment.width, 0);
}
