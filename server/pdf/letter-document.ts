/** Makes a PDF on US letter pages, tagged for screen readers. The same content always gives the same bytes. */
import { buffer } from 'node:stream/consumers';
import { type Fonts, registerFaces } from './fonts.ts';

export type Document = PDFKit.PDFDocument;
export type Structure = ReturnType<Document['struct']>;

export interface Position {
  readonly document: Document;
  /** The distance from the left edge of the page, in points. */
  readonly left: number;
  /** The structure element to which drawn elements are added. */
  readonly parent: Structure;
  /** Returns the replacement of a character that no font has. Without this function, drawing such a character throws. */
  readonly lacking?: (letter: string) => string;
}

interface About extends Pick<Position, 'lacking'> {
  readonly title: string;
  readonly author: string;
  readonly creator: string;
  readonly date: Date;
  readonly fonts: Fonts;
}

/** A PDF and its number of pages. */
export interface Printed {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

/** The margin around the text, in points. */
export const margin = 64;

/** Returns a finished PDF. `draw` draws its whole content, except the page numbers. */
export async function letterDocument(
  { title, author, creator, date, fonts, ...lacking }: About,
  draw: (position: Position) => void,
): Promise<Printed> {
  // Load pdfkit only here, because every start of the server imports this module.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'LETTER',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    // Start without a default font, because pdfkit would load it again whenever it is set under a face's name.
    font: '',
    info: { Title: title, Author: author, Creator: creator, CreationDate: date },
  });
  registerFaces(document, fonts);
  const root = document.struct('Document');
  document.addStructure(root);
  draw({ document, left: margin, parent: root, ...lacking });
  root.end();
  const pages = document.bufferedPageRange().count;
  for (let page = 0; page < pages; page += 1) drawPageNumber(document, page, pages);
  document.end();
  return { bytes: await buffer(document), pages };
}

/** Draws the page number as an artifact, which screen readers skip. */
function drawPageNumber(document: Document, page: number, pages: number): void {
  document.switchToPage(page);
  document.markContent('Artifact', { type: 'Pagination' });
  const text = `Page ${page + 1} of ${pages}`;
  document.font('regular').fontSize(9);
  const left = (document.page.width - document.widthOfString(text)) / 2;
  document.text(text, left, document.page.height - margin / 2, { lineBreak: false });
  document.endMarkedContent();
}
