/** Adds, replaces and removes documents. `keepUpload` stores a file before its document's row is written (D29, D36). */
import { documentsPerApplication } from '../../form/limits/document-limits.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import { deleteDocument, insertDocument, type SealedBytes, updateDocument } from '../db/queries/documents.ts';
import type { CheckedUpload } from '../documents/accept-document.ts';
import { ApiError, locked, notFound } from '../errors.ts';
import type { WriteContext } from '../security/in-transaction.ts';
import type { Services } from '../services.ts';
import type { ApplicationRecord } from './application-record.ts';
import { changedParts } from './planned-change.ts';
import { updateApplication } from './row-change.ts';
import { type SealedDocument, sealDocumentBytes, sealFileName } from './sealed-parts.ts';

/** A checked upload whose bytes have been encrypted for one particular document and then stored. */
export type KeptUpload = Omit<CheckedUpload, 'bytes' | 'original'> & {
  readonly documentId: string;
  readonly size: number;
  readonly kept: SealedBytes;
};

/**
 * Encrypts and stores an upload. Call it only outside transactions. Throws DocumentsUnavailable if the file can't be stored now,
 * or `conflict` if the draft was erased.
 */
export async function keepUpload(
  { keys, documents }: Pick<Services, 'keys' | 'documents'>,
  application: Pick<ApplicationRow, 'id' | 'domain_key' | 'data_key'>,
  documentId: string,
  { bytes, original, ...upload }: CheckedUpload,
): Promise<KeptUpload> {
  if (application.data_key === null) throw locked();
  const key = await keys.open(application.data_key, application.id);
  const keep = (column: 'content' | 'original', file: Uint8Array) =>
    documents.put(sealDocumentBytes(key, application, documentId, column, file));
  const content = await keep('content', bytes);
  const kept = { content, original: original ? await keep('original', original) : null };
  return { ...upload, documentId, size: bytes.byteLength, kept };
}

function uploadedDocument(
  { row, key }: ApplicationRecord,
  { documentType, createDateTime }: Pick<SealedDocument, 'documentType' | 'createDateTime'>,
  { documentId: id, kept: _, ...described }: KeptUpload,
): SealedDocument {
  const sealed = sealFileName(key, row, id, described.fileName);
  return { id, documentType, ...described, createDateTime, sealed, disarmed: true };
}

/** Writes an application's row and an audit event. The row's new `parts_hash` covers the changed list of documents. */
function updateDocuments(
  context: WriteContext,
  record: ApplicationRecord,
  documents: readonly SealedDocument[],
  event: AuditEvent,
  changes: Partial<ApplicationRow> = {},
) {
  const columns = { ...changes, ...changedParts({ ...record, documents }) };
  return updateApplication(context, record.row, columns, [event]);
}

/**
 * Adds a document, or throws `conflict` if there are too many. `also.changes`: more columns of the application's row to set.
 * `also.detail`: more details for the audit event.
 */
export async function addDocument(
  context: WriteContext,
  record: ApplicationRecord,
  documentType: string,
  upload: KeptUpload,
  also: { readonly changes?: Partial<ApplicationRow>; readonly detail?: object } = {},
): Promise<SealedDocument> {
  if (record.documents.length >= documentsPerApplication)
    throw new ApiError('conflict', `An application has at most ${documentsPerApplication} documents.`);
  const { transaction, now } = context;
  const document = uploadedDocument(record, { documentType, createDateTime: now }, upload);
  await insertDocument(transaction, record.row.id, document, upload.kept);
  const { id: documentId, sha256, originalSha256 } = document;
  const detail = { documentId, documentType, sha256, originalSha256, ...also.detail };
  const documents = [...record.documents, document];
  await updateDocuments(context, record, documents, { type: 'document_added', detail }, also.changes);
  return document;
}

/** Replaces a document's file with an upload that was stored for this document. `type` is the type of the audit event. */
export async function replaceDocument(
  context: WriteContext,
  record: ApplicationRecord,
  upload: KeptUpload,
  type: 'document_replaced' | 'document_disarmed' = 'document_replaced',
): Promise<SealedDocument> {
  const { documentId: id, sha256, originalSha256 } = upload;
  const document = uploadedDocument(record, documentIn(record, id), upload);
  await updateDocument(context.transaction, document, upload.kept, context.now);
  const documents = record.documents.map((one) => (one.id === id ? document : one));
  const detail = { documentId: id, sha256, originalSha256 };
  await updateDocuments(context, record, documents, { type, detail });
  return document;
}

export async function removeDocument(context: WriteContext, record: ApplicationRecord, id: string) {
  await deleteDocument(context.transaction, id);
  const documents = record.documents.filter((one) => one.id !== id);
  await updateDocuments(context, record, documents, { type: 'document_removed', detail: { documentId: id } });
}

/** Returns a document of an application. Throws `resource_not_found` if there is no such document. */
export function documentIn({ documents }: ApplicationRecord, id: string): SealedDocument {
  const document = documents.find((one) => one.id === id);
  if (!document) throw notFound();
  return document;
}
