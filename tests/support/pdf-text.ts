/** Extracts the text of a PDF with the library PDFium. */
import { PDFiumLibrary } from '@hyzyla/pdfium';

const library = await PDFiumLibrary.init();

/** Returns the text of each page. */
export async function pageTexts(pdf: Uint8Array): Promise<readonly string[]> {
  const opened = await library.loadDocument(pdf);
  const texts = [...opened.pages()].map((page) => page.getText().replaceAll('\0', ''));
  opened.destroy();
  return texts;
}
