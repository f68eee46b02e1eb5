/** Checks a document before it is stored: first a virus scan, then content disarm (D29, D61, X12). */
import { hash } from 'node:crypto';
import type { ServerCopy } from '../../copy/copy.ts';
import type { DocumentError } from '../../form/limits/document-limits.ts';
import type { Settings } from '../config/settings.ts';
import { ApiError, invalidAnswers } from '../errors.ts';
import type { Program } from '../programs/programs.ts';
import type { DocumentChecker } from './document-checker.ts';
import { contentTypeNamed, fileNameFor } from './file-name.ts';
import type { Sender } from './next-in-turn.ts';
import { scanForViruses } from './virus-scan.ts';

/** A file and its name, as the sender uploaded them. */
export type UploadedFile = { readonly bytes: Buffer; readonly name: string | undefined };

/** An uploaded document that has passed all checks. The hashes are hexadecimal. */
export type CheckedUpload = Awaited<ReturnType<typeof acceptDocument>>;

/** The Retry-After value in seconds while the virus scanner is unavailable. */
const scannerRetryAfter = 30;

/** Thrown while the virus scanner is unavailable. The document itself may be fine. */
export class ScannerUnavailable extends ApiError {
  constructor({ documentErrors }: ServerCopy) {
    super('unavailable', documentErrors.failed, { retryAfter: scannerRetryAfter });
  }
}

/**
 * Scans a document for viruses if a scanner is configured, and checks its content. Never wait for this in a transaction. Throws
 * an ApiError with the reason if the document is not accepted, or ScannerUnavailable if it could not be scanned (X12).
 */
export async function acceptDocument(
  { settings, documentChecker }: { settings: Pick<Settings, 'clamdUrl'>; documentChecker: DocumentChecker },
  { copy, deliverOriginals }: Pick<Program, 'copy' | 'deliverOriginals'>,
  file: UploadedFile,
  sender: Sender,
) {
  const verdict = settings.clamdUrl ? await scanForViruses(file.bytes, settings.clamdUrl) : 'clean';
  if (verdict === 'infected') throw unusable(copy, 'infected');
  if (verdict === 'unavailable') throw new ScannerUnavailable(copy);
  const result = await documentChecker.check(file.bytes, sender);
  if (!result.ok) throw unusable(copy, reasonFor(result.reason, file.name));
  const { bytes, contentType } = result;
  return {
    fileName: fileNameFor(file.name, contentType),
    contentType,
    bytes,
    sha256: hash('sha256', bytes, 'hex'),
    originalSha256: hash('sha256', file.bytes, 'hex'),
    /** The uploaded bytes, if the program wants them delivered in addition to the redrawn bytes. */
    original: deliverOriginals ? file.bytes : undefined,
  };
}

/** Returns the reason that the sender sees. A file of unknown type with a PDF's or picture's extension is reported as damaged. */
function reasonFor(reason: DocumentError, name: string | undefined): DocumentError {
  const contentType = contentTypeNamed(name);
  if (reason !== 'unknown_type' || !contentType) return reason;
  return contentType === 'application/pdf' ? 'broken_pdf' : 'broken_image';
}

/** Returns the error for a refused document. Its message states the reason, because the rule `invalid` doesn't state it. */
export function unusable(copy: ServerCopy, reason: DocumentError): ApiError {
  const message = copy.documentErrors[reason];
  return invalidAnswers([{ field: 'document', rule: 'invalid', message, reason }]);
}
