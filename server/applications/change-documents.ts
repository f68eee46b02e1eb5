/**
 * Adding and replacing the documents of an application; their bytes are stored sealed under the application's key (D29,
 * D36).
 */

import type { ApplicationRow } from '../db/queries/applications.ts';
import type { SealedBytes } from '../db/queries/documents.ts';
import { deleteDocument, insertDocument, updateDocument } from '../db/queries/documents.ts';
import type { WriteContext } from '../db/transactions.ts';
import { uuidv7 } from '../db/uuid.ts';
import type { DocumentContentType } from '../documents/check-document.ts';
import { missing } from '../http/errors.ts';
import type { ApplicationRecord } from './application-record.ts';
import { changedParts } from './planned-change.ts';
import { type SealedDocument, sealDocumentBytes, sealFileName } from './sealed-parts.ts';
import { updateApplication } from './transaction-context.ts';

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

/** A document with a new name and bytes, and these as they are stored. */
function sealedDocument(
  { row, key }: ApplicationRecord,
  { id, documentType, createDateTime }: Pick<SealedDocument, 'id' | 'documentType' | 'createDateTime'>,
  upload: CheckedUpload,
): { readonly document: SealedDocument; readonly bytes: SealedBytes } {
  const { fileName, contentType, bytes, original, sha256, originalSha256 } = upload;
  return {
    document: {
      id,
      documentType,
      fileName,
      contentType,
      size: bytes.byteLength,
      sha256,
      originalSha256,
      createDateTime,
      sealed: sealFileName(key, row, id, fileName),
      disarmed: true,
    },
    bytes: {
      content: sealDocumentBytes(key, row, id, 'content', bytes),
      original: original ? sealDocumentBytes(key, row, id, 'original', original) : null,
    },
  };
}

/** Both hashes are evidence: of what came, and of what is kept (D61). */
function hashesOf({ sha256, originalSha256 }: CheckedUpload) {
  return { sha256, originalSha256 };
}

/** Adds a document. `also`: changes of the application's row, and details of the audit event, that go with it. */
export async function addDocument(
  context: WriteContext,
  record: ApplicationRecord,
  documentType: string,
  upload: CheckedUpload,
  also: { readonly changes?: Partial<ApplicationRow>; readonly detail?: object } = {},
): Promise<SealedDocument> {
  const { transaction, now } = context;
  const begun = { id: uuidv7(now), documentType, createDateTime: now };
  const { document, bytes } = sealedDocument(record, begun, upload);
  await insertDocument(transaction, record.row.id, document, bytes);
  const detail = { documentId: document.id, documentType, ...hashesOf(upload), ...also.detail };
  const changes = {
    ...also.changes,
    ...changedParts({ ...record, documents: [...record.documents, document] }),
  };
  await updateApplication(context, record.row, changes, [{ type: 'document_added', detail }]);
  return document;
}

/** Puts another file in the place of a document's. `type`: why. */
export async function replaceDocument(
  context: WriteContext,
  record: ApplicationRecord,
  id: string,
  upload: CheckedUpload,
  type: 'document_replaced' | 'document_disarmed' = 'document_replaced',
): Promise<SealedDocument> {
  const { document, bytes } = sealedDocument(record, documentIn(record, id), upload);
  await updateDocument(context.transaction, document, bytes, context.now);
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
