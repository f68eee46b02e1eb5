/**
 * Adding and replacing the documents of an application. Their bytes are sealed under the application's key and kept before the
 * transaction that names them (D29, D36).
 */

import type { ApplicationRow } from '../db/queries/applications.ts';
import type { KeptBytes, SealedBytes } from '../db/queries/documents.ts';
import { deleteDocument, insertDocument, updateDocument } from '../db/queries/documents.ts';
import type { CheckedUpload } from '../documents/accept-document.ts';
import { locked, missing } from '../errors.ts';
import type { WriteContext } from '../security/in-transaction.ts';
import type { Services } from '../services.ts';
import type { ApplicationRecord } from './application-record.ts';
import { changedParts } from './planned-change.ts';
import { updateApplication } from './row-change.ts';
import { type SealedDocument, sealDocumentBytes, sealFileName } from './sealed-parts.ts';

/** The same with its bytes sealed and kept, for one document of one application. */
export type KeptUpload = Omit<CheckedUpload, 'bytes' | 'original'> & {
  readonly documentId: string;
  readonly size: number;
  readonly kept: SealedBytes;
};

/** An application as far as its documents' bytes are sealed for it. */
type SealedFor = Pick<ApplicationRow, 'id' | 'domain_key' | 'data_key'>;

/**
 * Seals the bytes of an upload for a document, and keeps them where documents are kept: takes long, so never wait for it in a
 * transaction. What is not added or put in a document's place within a day is removed. Throws DocumentsUnavailable, and `conflict`
 * where the application was erased.
 */
export async function keepUpload(
  { keys, documents }: Pick<Services, 'keys' | 'documents'>,
  application: SealedFor,
  documentId: string,
  { bytes, original, ...upload }: CheckedUpload,
): Promise<KeptUpload> {
  if (application.data_key === null) throw locked();
  const key = await keys.open(application.data_key, application.id);
  const keep = (column: 'content' | 'original', file: Uint8Array): Promise<KeptBytes> =>
    documents.put(sealDocumentBytes(key, application, documentId, column, file));
  const content = await keep('content', bytes);
  const kept = { content, original: original ? await keep('original', original) : null };
  return { ...upload, documentId, size: bytes.byteLength, kept };
}

/** A document with a new name and bytes. */
function uploadedDocument(
  { row, key }: ApplicationRecord,
  { documentType, createDateTime }: Pick<SealedDocument, 'documentType' | 'createDateTime'>,
  { documentId: id, fileName, contentType, size, sha256, originalSha256 }: KeptUpload,
): SealedDocument {
  return {
    id,
    documentType,
    fileName,
    contentType,
    size,
    sha256,
    originalSha256,
    createDateTime,
    sealed: sealFileName(key, row, id, fileName),
    disarmed: true,
  };
}

/** Both hashes are evidence: of what came, and of what is kept (D61). */
function hashesOf({ sha256, originalSha256 }: KeptUpload) {
  return { sha256, originalSha256 };
}

/** Adds a document. `also`: changes of the application's row, and details of the audit event, that go with it. */
export async function addDocument(
  context: WriteContext,
  record: ApplicationRecord,
  documentType: string,
  upload: KeptUpload,
  also: { readonly changes?: Partial<ApplicationRow>; readonly detail?: object } = {},
): Promise<SealedDocument> {
  const { transaction, now } = context;
  const document = uploadedDocument(record, { documentType, createDateTime: now }, upload);
  await insertDocument(transaction, record.row.id, document, upload.kept);
  const detail = { documentId: document.id, documentType, ...hashesOf(upload), ...also.detail };
  const changes = {
    ...also.changes,
    ...changedParts({ ...record, documents: [...record.documents, document] }),
  };
  await updateApplication(context, record.row, changes, [{ type: 'document_added', detail }]);
  return document;
}

/** Puts another file in the place of a document's, which it was kept for. `type`: why. */
export async function replaceDocument(
  context: WriteContext,
  record: ApplicationRecord,
  upload: KeptUpload,
  type: 'document_replaced' | 'document_disarmed' = 'document_replaced',
): Promise<SealedDocument> {
  const { documentId: id } = upload;
  const document = uploadedDocument(record, documentIn(record, id), upload);
  await updateDocument(context.transaction, document, upload.kept, context.now);
  const documents = record.documents.map((one) => (one.id === id ? document : one));
  await updateApplication(context, record.row, changedParts({ ...record, documents }), [
    { type, detail: { documentId: id, ...hashesOf(upload) } },
  ]);
  return document;
}

export async function removeDocument(
  context: WriteContext,
  record: ApplicationRecord,
  id: string,
): Promise<void> {
  await deleteDocument(context.transaction, id);
  const documents = record.documents.filter((one) => one.id !== id);
  await updateApplication(context, record.row, changedParts({ ...record, documents }), [
    { type: 'document_removed', detail: { documentId: id } },
  ]);
}

/** The document of an opened application. Throws `resource_not_found` where there is none. */
export function documentIn({ documents }: ApplicationRecord, id: string): SealedDocument {
  const document = documents.find((one) => one.id === id);
  if (!document) throw missing();
  return document;
}
