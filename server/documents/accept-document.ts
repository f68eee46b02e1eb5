/**
 * Checks a document from an applicant or an operator before it is stored. A virus scan comes first, then content disarm (D29,
 * D61, X12).
 */
import { hash } from 'node:crypto';
import type { ServerCopy } from '../../copy/copy.ts';
import type { DocumentContentType, DocumentError } from '../../form/limits/document-limits.ts';
import type { Settings } from '../config/settings.ts';
import { ApiError, invalidAnswers } from '../errors.ts';
import type { Program } from '../programs/programs.ts';
import type { DocumentChecker } from './document-checker.ts';
import { contentTypeNamed, fileNameFor } from './file-name.ts';
import type { Sender } from './next-in-turn.ts';
import { scanForViruses } from './virus-scan.ts';

/** A file and its name, as the sender uploaded them. */
export interface UploadedFile {
  readonly bytes: Buffer;
  readonly name: string | undefined;
}

/** An uploaded document that has passed all checks. The hashes are hexadecimal. */
export interface CheckedUpload {
  readonly fileName: string;
  readonly contentType: DocumentContentType;
  /** The bytes to store. */
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** The SHA-256 of the uploaded bytes. */
  readonly originalSha256: string;
  /** The uploaded bytes, if the program wants them delivered in addition to the redrawn bytes. */
  readonly original?: Uint8Array | undefined;
}

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
 * an ApiError that states why the document was not accepted, even if the scanner is unavailable (X12).
 */
export async function acceptDocument(
  {
    settings,
    documentChecker,
  }: { readonly settings: Pick<Settings, 'clamdUrl'>; readonly documentChecker: DocumentChecker },
  { copy, deliverOriginals }: Pick<Program, 'copy' | 'deliverOriginals'>,
  file: UploadedFile,
  sender: Sender,
): Promise<CheckedUpload> {
  const verdict = settings.clamdUrl ? await scanForViruses(file.bytes, settings.clamdUrl) : 'clean';
  if (verdict === 'infected') throw unusable(copy, 'infected');
  if (verdict === 'unavailable') throw new ScannerUnavailable(copy);
  const result = await documentChecker.check(file.bytes, sender);
  if (!result.ok) throw unusable(copy, reasonFor(result.reason, file.name));
  return {
    fileName: fileNameFor(file.name, result.contentType),
    contentType: result.contentType,
    bytes: result.bytes,
    sha256: hash('sha256', result.bytes, 'hex'),
    originalSha256: hash('sha256', file.bytes, 'hex'),
    original: deliverOriginals ? file.bytes : undefined,
  };
}

/**
 * Returns the reason to show. If a file's type is unknown but its name is that of a PDF or picture, the reason is that the file
 * is damaged.
 */
function reasonFor(reason: DocumentError, name: string | undefined): DocumentError {
  const contentType = contentTypeNamed(name);
  if (reason !== 'unknown_type' || !contentType) return reason;
  return contentType === 'application/pdf' ? 'broken_pdf' : 'broken_image';
}

/** Returns the error for a document. Its message states the reason, because the rule `invalid` alone does not. */
export function unusable(copy: ServerCopy, reason: DocumentError): ApiError {
  const message = copy.documentErrors[reason];
  return invalidAnswers([{ field: 'document', rule: 'invalid', message, reason }]);
}
