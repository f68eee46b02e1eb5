/**
 * Adding and replacing the documents of an application; their bytes are stored sealed under the application's key (D29,
 * D36).
 */

import type { ApplicationRow } from '../db/queries/applications.ts';
import type { DocumentRecord, SealedDocument } from '../db/queries/documents.ts';
import { insertDocument, updateDocument } from '../db/queries/documents.ts';
import type { WriteContext } from '../db/transactions.ts';
import { uuidv7 } from '../db/uuid.ts';
import type { DocumentContentType } from '../documents/check-document.ts';
import { sealBytes } from '../security/sealing.ts';
import type { ApplicationRecord } from './application-record.ts';
import { aadOfDocument } from './application-record.ts';
import type { TransactionContext } from './transaction-context.ts';
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

function described(id: string, documentType: string, upload: CheckedUpload, at: Date): DocumentRecord {
  return {
    id,
    documentType,
    fileName: upload.fileName,
    contentType: upload.contentType,
    size: upload.bytes.byteLength,
    sha256: upload.sha256,
    originalSha256: upload.originalSha256,
    createDateTime: at,
  };
}

function sealedFor({ row, key }: ApplicationRecord, id: string, upload: CheckedUpload): SealedDocument {
  const { bytes, original } = upload;
  return {
    content: sealBytes(key, bytes, aadOfDocument(row, id)),
    original: original ? sealBytes(key, original, aadOfDocument(row, id, 'original')) : null,
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
): Promise<DocumentRecord> {
  const { transaction, now } = context;
  const document = described(uuidv7(now), documentType, upload, now);
  await insertDocument(transaction, record.row.id, document, sealedFor(record, document.id, upload));
  const detail = { documentId: document.id, documentType, ...hashesOf(upload), ...also.detail };
  await updateApplication(context, record.row, also.changes ?? {}, [{ type: 'document_added', detail }]);
  return document;
}

export async function replaceDocument(
  context: TransactionContext,
  record: ApplicationRecord,
  id: string,
  upload: CheckedUpload,
): Promise<DocumentRecord> {
  const before = record.documents.find((document) => document.id === id);
  const document = described(
    id,
    before?.documentType ?? 'proof_of_entity',
    upload,
    before?.createDateTime ?? context.now,
  );
  await updateDocument(context.transaction, document, sealedFor(record, id, upload), context.now);
  await updateApplication(context, record.row, {}, [
    { type: 'document_replaced', detail: { documentId: id, ...hashesOf(upload) } },
  ]);
  return document;
}
