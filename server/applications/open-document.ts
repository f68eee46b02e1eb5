/** Reads a stored document's files for downloads and deliveries. A download is the redrawn file, never the original (D61). */
import { hash } from 'node:crypto';
import type { DocumentError } from '../../form/limits/document-limits.ts';
import { type ApplicationRow, lockApplicationRow } from '../db/queries/applications.ts';
import { type DocumentRecord, findDocument, type StoredDocument } from '../db/queries/documents.ts';
import { fileNameFor } from '../documents/file-name.ts';
import { ObjectLost } from '../documents/store/document-store.ts';
import { inTransaction } from '../security/in-transaction.ts';
import type { Services } from '../services.ts';
import { openApplication, readApplication } from './application-record.ts';
import { IntegrityError } from './audited-state.ts';
import { documentIn, keepUpload, replaceDocument } from './change-documents.ts';
import { openDocumentBytes } from './sealed-parts.ts';

/**
 * Thrown if the server can't redraw a document that was stored before the server began to redraw PDFs. No one can download this
 * document.
 */
export class NotDisarmed extends Error {
  override readonly name = 'NotDisarmed';
  readonly reason: DocumentError;

  constructor(reason: DocumentError) {
    super(`The document cannot be redrawn: ${reason}.`);
    this.reason = reason;
  }
}

export interface OpenedDocument {
  readonly application: ApplicationRow;
  readonly record: DocumentRecord;
  readonly bytes: Buffer;
  /** The uploaded file, if it was stored for the delivery. Applicants cannot download it, because it is not redrawn. */
  readonly original: Buffer | undefined;
}

type Needed = Pick<Services, 'database' | 'keys' | 'documents' | 'documentChecker' | 'programs'>;

/**
 * Returns a document with its bytes, redrawn if necessary. Returns undefined if the document doesn't exist, or if a session other
 * than `sessionId` uploaded it. Throws NotDisarmed, IntegrityError, DocumentsUnavailable, or `unavailable` if the document can't
 * be redrawn now. Call it only outside transactions.
 */
export async function openDocument(
  services: Needed,
  id: string,
  sessionId?: string,
): Promise<OpenedDocument | undefined> {
  const stored = await findDocument(services.database.db, id, sessionId);
  if (!stored) return undefined;
  try {
    return await openStored(services, id, sessionId, stored);
  } catch (error) {
    if (!(error instanceof ObjectLost || error instanceof IntegrityError)) throw error;
    // Another call may have moved or replaced the file after the row was read.
    const now = await findDocument(services.database.db, id, sessionId);
    if (now && objectsOf(now) === objectsOf(stored)) throw new IntegrityError();
    return openDocument(services, id, sessionId);
  }
}

/** Decrypts a row's document. ObjectLost and IntegrityError may just mean that the document changed after its row was read. */
async function openStored(
  services: Needed,
  id: string,
  sessionId: string | undefined,
  stored: StoredDocument,
): Promise<OpenedDocument | undefined> {
  const { documents } = services;
  const content = await documents.get(stored.content);
  const original = sessionId === undefined && stored.original && (await documents.get(stored.original));
  const application = await readApplication(services, stored.applicationId);
  if (!application) return undefined;
  const { row, key } = application;
  const record = documentIn(application, id);
  const bytes = openDocumentBytes(key, row, record, 'content', content);
  if (!record.disarmed) {
    await disarm(services, row, record, bytes);
    return openDocument(services, id, sessionId);
  }
  return {
    application: row,
    record: { ...record, fileName: fileNameFor(record.fileName, record.contentType) },
    bytes,
    original: original ? openDocumentBytes(key, row, record, 'original', original) : undefined,
  };
}

/** Returns the names of the bucket objects to which a document's row refers. */
function objectsOf({ content, original }: StoredDocument): string {
  return [content, original].map((kept) => (kept && 'object' in kept ? kept.object : null)).join();
}

/** Redraws a stored document and stores the result in its place, unless another call has already done so. */
async function disarm(
  services: Needed,
  application: ApplicationRow,
  { id, fileName, sha256: originalSha256 }: DocumentRecord,
  original: Buffer,
): Promise<void> {
  const sender = { session: application.session_id, address: 'stored' };
  const check = await services.documentChecker.check(original, sender);
  if (!check.ok) throw new NotDisarmed(check.reason);
  const { bytes, contentType } = check;
  const program = services.programs.all.find(({ domainKey }) => domainKey === application.domain_key);
  const drawn = {
    fileName: fileNameFor(fileName, contentType),
    contentType,
    bytes,
    sha256: hash('sha256', bytes, 'hex'),
    originalSha256,
    original: program?.deliverOriginals ? original : undefined,
  };
  const kept = await keepUpload(services, application, id, drawn);
  await inTransaction(services, async (context) => {
    const row = await lockApplicationRow(context.transaction, application.id);
    if (row.data_key === null) return;
    const record = await openApplication(context, row);
    if (record.documents.some((document) => document.id === id && !document.disarmed))
      await replaceDocument(context, record, kept, 'document_disarmed');
  });
}
