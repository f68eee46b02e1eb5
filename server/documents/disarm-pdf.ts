/** Redraws a PDF: only the appearance of its pages is kept (D61). */
import sharp from 'sharp';
import { type DocumentError, largestDocument, pagesPerDocument } from '../../form/limits/document-limits.ts';
import type { DocumentCheck } from './check-document.ts';
import { imagePdf, type PicturePage } from './image-pdf.ts';
import { brokePdfium, type DrawnPage, type OpenedPdf, openPdf } from './open-pdf.ts';

/** At this resolution, 6-point print is readable. */
const dotsPerInch = 150;

/** The most pixels of one page. */
const mostPixels = 8_000_000;

/** The most pixels of all pages together: twenty pages of 11 by 17 inches keep the full resolution. */
const pixelsInAll = 90_000_000;

/**
 * How a page is compressed. The first quality is better than that of common scanner software and keeps text sharp. The others are
 * for documents that would get too large: first stronger compression, then 100 dots per inch.
 */
const compressions = [
  { quality: 85, scale: 1 },
  { quality: 70, scale: 1 },
  { quality: 55, scale: 1 },
  { quality: 55, scale: 100 / dotsPerInch },
] as const;

/** An upper limit for the bytes of a page besides its picture. */
const aroundPicture = 1_000;

/** Draws every page and builds a new PDF from the pictures. A document may exhaust the time or memory of the process. */
export async function disarmPdf(bytes: Uint8Array): Promise<DocumentCheck> {
  try {
    const opened = await openPdf(bytes);
    const reason = reasonAgainst(opened);
    if (reason !== undefined || typeof opened === 'string') return refused(reason ?? 'broken_pdf');
    const pages = await drawnPages(opened);
    if (typeof pages === 'string') return refused(pages);
    const kept = imagePdf(pages);
    if (kept.length > largestDocument) return refused('too_large_drawn');
    return { ok: true, contentType: 'application/pdf', bytes: kept };
  } catch (error) {
    // Rethrow errors that the document did not cause; they are not a result of the check.
    if (brokePdfium(error)) return refused('broken_pdf');
    throw error;
  }
}

/**
 * Returns why a PDF cannot be redrawn, if so. Scripts and actions are no reason, because pages do not show them. Attached files
 * and XFA forms are, because they would be missing from the pages.
 */
function reasonAgainst(opened: OpenedPdf | 'encrypted' | 'broken'): DocumentError | undefined {
  if (opened === 'encrypted') return 'encrypted_pdf';
  if (opened === 'broken' || opened.pages < 1) return 'broken_pdf';
  if (opened.pages > pagesPerDocument) return 'too_many_pages';
  if (opened.isXfaForm) return 'xfa_form';
  return opened.attachments > 0 ? 'pdf_with_files' : undefined;
}

/**
 * Draws and compresses one page after another, so that only one page's pixels are in memory. Bytes that a page saves of its share
 * of the largest document go to the pages after it.
 */
async function drawnPages(opened: OpenedPdf): Promise<readonly PicturePage[] | DocumentError> {
  const resolution = { dotsPerInch, mostPixels: Math.min(mostPixels, pixelsInAll / opened.pages) };
  const pages: PicturePage[] = [];
  let bytesLeft = largestDocument;
  for (let index = 0; index < opened.pages; index += 1) {
    const page = opened.draw(index, resolution);
    if (!page) return 'broken_pdf';
    if (page.losesLetters) return 'missing_fonts';
    const picture = await compressed(page, bytesLeft / (opened.pages - index) - aroundPicture);
    pages.push(picture);
    bytesLeft -= picture.jpeg.length + aroundPicture;
  }
  return pages;
}

/** Returns the page in the first compression that takes at most `room` bytes, or in the last one. */
async function compressed(page: DrawnPage, bytesLeft: number): Promise<PicturePage> {
  let picture: PicturePage | undefined;
  for (const { quality, scale } of compressions) {
    if (picture && picture.jpeg.length <= bytesLeft) break;
    const width = Math.ceil(page.width * scale);
    const height = Math.ceil(page.height * scale);
    const jpeg = await sharp(page.pixels, { raw: { width: page.width, height: page.height, channels: 3 } })
      .resize(width, height, { fit: 'fill' })
      .jpeg({ quality })
      .toBuffer();
    picture = { size: page.size, jpeg, width, height };
  }
  if (!picture) throw new Error('No compression is configured.');
  return picture;
}

function refused(reason: DocumentError): DocumentCheck {
  return { ok: false, reason };
}
