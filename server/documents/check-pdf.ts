/** Whether a PDF may be kept as it is (D29). */
import { openWithPdfium } from './open-with-pdfium.ts';
import { type PdfError, scanPdf } from './scan-pdf.ts';

/**
 * Returns the reason to refuse the PDF, or nothing. Two opinions must agree: the scan of its structure, which finds
 * what hides from readers, and a real reader, which says whether there is a document at all.
 */
export async function checkPdf(bytes: Uint8Array): Promise<PdfError | undefined> {
  const error = scanPdf(bytes);
  if (error) return error;
  const opening = await openWithPdfium(bytes);
  if (opening === 'broken') return 'broken_pdf';
  if (opening === 'encrypted' || opening.encrypted) return 'encrypted_pdf';
  if (opening.scripts !== 0 || opening.hasXfaForm) return 'active_pdf';
  return opening.attachments === 0 ? undefined : 'pdf_with_files';
}
