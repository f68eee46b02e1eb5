/** A PDF drawn anew: of what it was, only the look of its pages is left (D61). */
import sharp from 'sharp';
import { type DocumentError, largestDocument, pagesPerDocument } from '../../form/limits/document-limits.ts';
import type { DocumentCheck } from './check-document.ts';
import { imagePdf, type PicturePage } from './image-pdf.ts';
import { brokePdfium, type DrawnPage, type OpenedPdf, openPdf } from './open-pdf.ts';

/** Print of 6 points can be read. */
const dotsPerInch = 150;

/** Pixels of the largest page. */
const mostPixels = 8_000_000;

/** Pixels of all pages together: twenty of ledger size, 11 by 17 inches, keep their dots per inch. */
const pixelsInAll = 90_000_000;

/**
 * How a page is compressed: above what common scanner software leaves on it, below where text grows soft. The later ones
 * are for documents that would get too large: more compression first, then fewer dots, 100 per inch at last.
 */
const compressions = [
  { quality: 85, scale: 1 },
  { quality: 70, scale: 1 },
  { quality: 55, scale: 1 },
  { quality: 55, scale: 100 / dotsPerInch },
] as const;

/** More than a page needs beside its picture, in bytes. */
const aroundPicture = 1_000;

/** Draws every page and makes a new PDF of the pictures. Any content may use up the time or the memory of the process. */
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
    // Anything that is not the document's doing is our own fault, and must not be taken for an answer.
    if (brokePdfium(error)) return refused('broken_pdf');
    throw error;
  }
}

/**
 * Why a PDF cannot stand for what was sent. Scripts and actions are no reason, as no page shows them; files inside and
 * forms that only some programs show would be missing from the pages.
 */
function reasonAgainst(opened: OpenedPdf | 'encrypted' | 'broken'): DocumentError | undefined {
  if (opened === 'encrypted') return 'encrypted_pdf';
  if (opened === 'broken' || opened.pages < 1) return 'broken_pdf';
  if (opened.pages > pagesPerDocument) return 'too_many_pages';
  if (opened.isXfaForm) return 'xfa_form';
  return opened.attachments > 0 ? 'pdf_with_files' : undefined;
}

/**
 * Compresses each page before the next is drawn, so that the pixels of one at a time are in memory. What a page leaves of
 * its share of the largest document is for the pages after it.
 */
async function drawnPages(opened: OpenedPdf): Promise<readonly PicturePage[] | DocumentError> {
  const resolution = { dotsPerInch, mostPixels: Math.min(mostPixels, pixelsInAll / opened.pages) };
  const pages: PicturePage[] = [];
  let room = largestDocument;
  for (let index = 0; index < opened.pages; index += 1) {
    const page = opened.draw(index, resolution);
    if (!page) return 'broken_pdf';
    if (page.losesLetters) return 'missing_fonts';
    const picture = await compressed(page, room / (opened.pages - index) - aroundPicture);
    pages.push(picture);
    room -= picture.jpeg.length + aroundPicture;
  }
  return pages;
}

/** The page by the first compression that leaves at most `room` bytes of it, or else by the last. */
async function compressed(page: DrawnPage, room: number): Promise<PicturePage> {
  let picture: PicturePage | undefined;
  for (const { quality, scale } of compressions) {
    if (picture && picture.jpeg.length <= room) break;
    const width = Math.ceil(page.width * scale);
    const height = Math.ceil(page.height * scale);
    const jpeg = await sharp(page.pixels, { raw: { width: page.width, height: page.height, channels: 3 } })
      .resize(width, height, { fit: 'fill' })
      .jpeg({ quality })
      .toBuffer();
    picture = { size: page.size, jpeg, width, height };
  }
  if (!picture) throw new Error('There is no compression.');
  return picture;
}

function refused(reason: DocumentError): DocumentCheck {
  return { ok: false, reason };
}
