/** Redraws a PDF, so only the appearance of its pages remains (D61). */
import sharp from 'sharp';
import { type DocumentError, largestDocument, pagesPerDocument } from '../../form/limits/document-limits.ts';
import type { DocumentCheck } from './check-document.ts';
import { imagePdf, type PicturePage } from './image-pdf.ts';
import { brokePdfium, type DrawnPage, type OpenedPdf, openPdf } from './open-pdf.ts';

/** Resolution of a drawn page. It is high enough to read 6-point print. */
const dotsPerInch = 150;

const mostPixels = 8_000_000;

/** Maximum number of pixels in all pages together. It is enough for twenty pages of 11 by 17 inches at the full resolution. */
const pixelsInAll = 90_000_000;

/** The JPEG qualities to try, best first. The first one keeps text sharp. */
const qualities = [85, 70, 55];
/** The JPEG quality and the scale for a page that is too large in each of the `qualities`. The scale gives 100 dots per inch. */
const strongest = { quality: 55, scale: 100 / dotsPerInch };

/** Maximum number of bytes that a page takes in addition to its picture. */
const aroundPicture = 1_000;

/** Draws every page and builds a new PDF from the pictures. A malicious document can exhaust the process's time or memory. */
export async function disarmPdf(bytes: Uint8Array): Promise<DocumentCheck> {
  try {
    const opened = await openPdf(bytes);
    if (typeof opened === 'string') return refused(opened);
    const pages = reasonAgainst(opened) ?? (await drawnPages(opened));
    if (typeof pages === 'string') return refused(pages);
    const kept = imagePdf(pages);
    if (kept.length > largestDocument) return refused('too_large_drawn');
    return { ok: true, contentType: 'application/pdf', bytes: kept };
  } catch (error) {
    // Rethrow errors that the document did not cause, because they do not mean that the document is damaged.
    if (brokePdfium(error)) return refused('broken_pdf');
    throw error;
  }
}

/** Returns an error if a PDF must be refused because of its number of pages, an XFA form, or attached files. */
function reasonAgainst(opened: OpenedPdf): DocumentError | undefined {
  if (opened.pages < 1) return 'broken_pdf';
  if (opened.pages > pagesPerDocument) return 'too_many_pages';
  if (opened.isXfaForm) return 'xfa_form';
  return opened.attachments > 0 ? 'pdf_with_files' : undefined;
}

/** Draws and compresses one page after another, so that only one page's pixels are in memory at a time. */
async function drawnPages(opened: OpenedPdf): Promise<readonly PicturePage[] | DocumentError> {
  const resolution = { dotsPerInch, mostPixels: Math.min(mostPixels, pixelsInAll / opened.pages) };
  const pages: PicturePage[] = [];
  let bytesLeft = largestDocument;
  for (let index = 0; index < opened.pages; index += 1) {
    const page = opened.draw(index, resolution);
    if (!page) return 'broken_pdf';
    if (page.losesLetters) return 'missing_fonts';
    // Each page gets an equal share of the remaining bytes, so later pages can use bytes that earlier pages saved.
    const picture = await compressed(page, bytesLeft / (opened.pages - index) - aroundPicture);
    pages.push(picture);
    bytesLeft -= picture.jpeg.length + aroundPicture;
  }
  return pages;
}

/** Returns the page in the best JPEG quality that fits in `mostBytes`. If none of the `qualities` fits, uses `strongest`. */
async function compressed(page: DrawnPage, mostBytes: number): Promise<PicturePage> {
  for (const quality of qualities) {
    const picture = await pictureOf(page, { quality, scale: 1 });
    if (picture.jpeg.length <= mostBytes) return picture;
  }
  return pictureOf(page, strongest);
}

async function pictureOf(page: DrawnPage, { quality, scale }: typeof strongest): Promise<PicturePage> {
  const [width, height] = [Math.ceil(page.width * scale), Math.ceil(page.height * scale)];
  const jpeg = await sharp(page.pixels, { raw: { width: page.width, height: page.height, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .jpeg({ quality })
    .toBuffer();
  return { size: page.size, jpeg, width, height };
}

function refused(reason: DocumentError): DocumentCheck {
  return { ok: false, reason };
}
