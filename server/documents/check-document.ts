/** Decides whether an uploaded document is accepted, and which bytes are stored for it (D29, D61, X12). */
import { Buffer } from 'node:buffer';
import type { DocumentContentType, DocumentError } from '../../form/limits/document-limits.ts';
import { largestDocument } from '../../form/limits/document-limits.ts';
import { disarmPdf } from './disarm-pdf.ts';
import { reEncodeImage } from './re-encode-image.ts';

/** The bytes to store, or the reason why the document is refused. The wording of each reason is in copy/. */
export type DocumentCheck =
  | { readonly ok: true; readonly contentType: DocumentContentType; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly reason: DocumentError };

/** Checks a file by its content alone. Never returns the given bytes (D61). Needs its own process: files may exploit decoders. */
export async function checkDocument(bytes: Uint8Array): Promise<DocumentCheck> {
  if (bytes.length === 0) return { ok: false, reason: 'empty' };
  if (bytes.length > largestDocument) return { ok: false, reason: 'too_large' };
  const contentType = contentTypeOf(bytes);
  if (!contentType) return { ok: false, reason: 'unknown_type' };
  return contentType === 'application/pdf' ? disarmPdf(bytes) : reEncodeImage(bytes, contentType);
}

/** The first bytes of each type of picture (ITU-T T.81, B.1.1.3; PNG, 5.2). */
const beginnings: readonly (readonly [DocumentContentType, string])[] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
];

/** The header of a PDF (ISO 32000-1, 7.5.2). */
const pdfHeader = '%PDF-';
/** The maximum number of bytes that PDF readers accept before the header (ISO 32000-1, annex H, note 13). */
const mostBeforeHeader = 1024;

function contentTypeOf(bytes: Uint8Array): DocumentContentType | undefined {
  const start = Buffer.from(bytes.subarray(0, mostBeforeHeader + pdfHeader.length)).toString('latin1');
  const picture = beginnings.find(([, beginning]) => start.startsWith(beginning))?.[0];
  return picture ?? (start.includes(pdfHeader) ? 'application/pdf' : undefined);
}
