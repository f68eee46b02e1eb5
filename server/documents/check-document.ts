/** Decides whether an uploaded document is kept, and with which bytes (D29, X12). */
import { fileTypeFromBuffer } from 'file-type';
import type { DocumentError } from '../../form/lists/document-limits.ts';
import { largestDocument } from '../../form/lists/document-limits.ts';
import { checkPdf } from './check-pdf.ts';
import { reEncodeImage } from './re-encode-image.ts';

/** The content types that are accepted, and that a document is served with. */
export type DocumentContentType = 'application/pdf' | 'image/jpeg' | 'image/png';

/** Either the bytes to keep, or the reason why the document is refused; copy/ has its words. */
export type DocumentCheck =
  | { readonly ok: true; readonly contentType: DocumentContentType; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: DocumentError };

/**
 * Checks one uploaded file by its content alone: no name and no declared type is looked at.
 *
 * A harmless PDF comes back byte for byte, so that a signature on it stays valid. A JPEG or PNG comes back
 * re-encoded: upright, without metadata, and without anything that was hidden in or behind the picture.
 * Never throws on any content. Takes up to seconds of processor time, so it belongs in the document worker (D48).
 */
export async function checkDocument(bytes: Uint8Array): Promise<DocumentCheck> {
  if (bytes.length === 0) return { ok: false, reason: 'empty' };
  if (bytes.length > largestDocument) return { ok: false, reason: 'too_large' };
  switch (await contentTypeOf(bytes)) {
    case 'application/pdf': {
      const reason = await checkPdf(bytes);
      return reason ? { ok: false, reason } : { ok: true, contentType: 'application/pdf', bytes };
    }
    case 'image/jpeg':
      return reEncodeImage(bytes, 'image/jpeg');
    case 'image/png':
    case 'image/apng':
      return reEncodeImage(bytes, 'image/png');
    default:
      return { ok: false, reason: 'unknown_type' };
  }
}

async function contentTypeOf(bytes: Uint8Array): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime;
  } catch {
    return undefined;
  }
}
