/** A PDF on US letter pages, tagged for screen readers, the same to the byte for the same content. */
import { buffer } from 'node:stream/consumers';
import { type Fonts, registerFaces } from './fonts.ts';

export type Document = PDFKit.PDFDocument;
export type Structure = ReturnType<Document['struct']>;

/** What a reader program shows of the document beside its pages, and the fonts that it takes. */
export interface About {
  readonly title: string;
  readonly author: string;
  readonly creator: string;
  readonly date: Date;
  readonly fonts: Fonts;
}

/** A PDF and the count of its pages. */
export interface Printed {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

/** Space around the text, in points. */
export const margin = 64;

/** Draws a document: `draw` adds everything below the root of its structure; page numbers are not part of that. */
export async function letterDocument(
  about: About,
  draw: (document: Document, root: Structure) => void,
): Promise<Printed> {
  // Loaded only when needed: every start of the server imports this module.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'LETTER',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    // Starts without a default font: pdfkit would read it anew each time it is set under the name of a face.
    font: '',
    info: { Title: about.title, Author: about.author, Creator: about.creator, CreationDate: about.date },
  });
  registerFaces(document, about.fonts);
  const root = document.struct('Document');
  document.addStructure(root);
  draw(document, root);
  root.end();
  const pages = document.bufferedPageRange().count;
  for (let page = 0; page < pages; page += 1) drawPageNumber(document, page, pages);
  document.end();
  return { bytes: await buffer(document), pages };
}

/** The page number, an artifact that screen readers skip. */
function drawPageNumber(document: Document, page: number, pages: number): void {
  document.switchToPage(page);
  document.markContent('Artifact', { type: 'Pagination' });
  const text = `Page ${page + 1} of ${pages}`;
  document.font('regular').fontSize(9);
  const left = (document.page.width - document.widthOfString(text)) / 2;
  document.text(text, left, document.page.height - margin / 2, { lineBreak: false });
  document.endMarkedContent();
}
