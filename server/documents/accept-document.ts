/**
 * Every check of a document before it is kept, from an applicant or an operator: virus scan, then
 * content disarm (D29, D61, X12).
 */
import { createHash } from 'node:crypto';
import type { ServerCopy } from '../../copy/copy.ts';
import type { DocumentContentType, DocumentError } from '../../form/limits/document-limits.ts';
import type { Settings } from '../config/settings.ts';
import { ApiError, invalidAnswers } from '../errors.ts';
import type { Program } from '../programs/programs.ts';
import type { DocumentChecker } from './document-checker.ts';
import { contentTypeNamed, fileNameFor } from './file-name.ts';
import type { Sender } from './next-in-turn.ts';
import { scanForViruses } from './virus-scan.ts';

/** A file as it came, with the name that the sender gives it. */
export interface UploadedFile {
  readonly bytes: Buffer;
  readonly name: string | undefined;
}

/** An uploaded document that passed the check, with the bytes to keep. */
export interface CheckedUpload {
  readonly fileName: string;
  readonly contentType: DocumentContentType;
  readonly bytes: Uint8Array;
  /** Of the bytes to keep, hexadecimal. */
  readonly sha256: string;
  /** Of the bytes as they came. */
  readonly originalSha256: string;
  /** The bytes as they came, where the program wants them delivered beside those that are kept. */
  readonly original?: Uint8Array | undefined;
}

/** Seconds after which a document may be sent again while the virus scanner is away. */
const scannerRetryAfter = 30;

/** Thrown while the virus scanner is away: nothing is wrong with the document. */
export class ScannerUnavailable extends ApiError {
  constructor({ documentErrors }: ServerCopy) {
    super('unavailable', documentErrors.failed, { retryAfter: scannerRetryAfter });
  }
}

/**
 * Has a document checked: the scan first, then its content in a process of its own, which decides on the
 * extension of its name. Takes long: never wait for it in a transaction. Throws ApiError with the reason in words.
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
  await checkForViruses(copy, file.bytes, settings.clamdUrl);
  const result = await documentChecker.check(file.bytes, sender);
  if (!result.ok) throw unusable(copy, reasonFor(result.reason, file.name));
  return {
    fileName: fileNameFor(file.name, result.contentType),
    contentType: result.contentType,
    bytes: result.bytes,
    sha256: sha256Of(result.bytes),
    originalSha256: sha256Of(file.bytes),
    original: deliverOriginals ? file.bytes : undefined,
  };
}

/**
 * Where a scanner is configured, only files that it finds clean pass: while it is away, nothing can be uploaded (X12).
 */
async function checkForViruses(
  copy: ServerCopy,
  bytes: Uint8Array,
  clamdUrl: Settings['clamdUrl'],
): Promise<void> {
  if (clamdUrl === undefined) return;
  const scan = await scanForViruses(bytes, clamdUrl);
  if (scan.verdict === 'infected') throw unusable(copy, 'infected');
  if (scan.verdict === 'unavailable') throw new ScannerUnavailable(copy);
}

/** The reason to name: to the person who chose it, a file whose name is that of a PDF or picture is a damaged one. */
function reasonFor(reason: DocumentError, name: string | undefined): DocumentError {
  const contentType = contentTypeNamed(name);
  if (reason !== 'unknown_type' || !contentType) return reason;
  return contentType === 'application/pdf' ? 'broken_pdf' : 'broken_image';
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The message names the reason, because the rule alone does not say what is wrong with a document. */
export function unusable(copy: ServerCopy, reason: DocumentError): ApiError {
  const message = copy.documentErrors[reason];
  return invalidAnswers([{ field: 'document', rule: 'invalid', message, reason }]);
}
