/** Adding and replacing the papers of an application; their bytes rest sealed under the application's key (D29, D36). */
import type { Updateable } from 'kysely';
import { sealBytes } from '../security/encryption.ts';
import { insertDocument, updateDocument } from '../store/documents.ts';
import type { Tables } from '../store/tables.ts';
import { uuidv7 } from '../store/uuid.ts';
import type { ApplicationRecord, DocumentRecord } from './application-record.ts';
import { placeOfDocument } from './application-record.ts';
import type { WriteAs, Writing } from './application-writer.ts';
import { updateApplication } from './application-writer.ts';

/** A paper that passed the check: the bytes are the ones to keep. */
export interface CheckedUpload {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  /** Of the bytes to keep, hexadecimal. */
  readonly sha256: string;
}

function described(id: string, documentType: string, upload: CheckedUpload, at: Date): DocumentRecord {
  return {
    id,
    documentType,
    fileName: upload.fileName,
    contentType: upload.contentType,
    size: upload.bytes.byteLength,
    sha256: upload.sha256,
    createDateTime: at,
  };
}

/** Adds a paper; `also` changes with it, and is noted with it. */
export async function addDocument(
  writing: WriteAs,
  record: ApplicationRecord,
  documentType: string,
  upload: CheckedUpload,
  also: { readonly changes?: Updateable<Tables['application']>; readonly detail?: object } = {},
): Promise<DocumentRecord> {
  const { transaction, now } = writing;
  const document = described(uuidv7(now), documentType, upload, now);
  const content = sealBytes(record.key, upload.bytes, placeOfDocument(record.row, document.id));
  await insertDocument(transaction, record.row.id, document, content);
  const detail = { documentId: document.id, documentType, sha256: upload.sha256, ...also.detail };
  await updateApplication(writing, record.row, also.changes ?? {}, [{ type: 'document_added', detail }]);
  return document;
}

export async function replaceDocument(
  writing: Writing,
  record: ApplicationRecord,
  id: string,
  upload: CheckedUpload,
): Promise<DocumentRecord> {
  const before = record.documents.find((document) => document.id === id);
  const document = described(
    id,
    before?.documentType ?? 'proof_of_entity',
    upload,
    before?.createDateTime ?? writing.now,
  );
  const content = sealBytes(record.key, upload.bytes, placeOfDocument(record.row, id));
  await updateDocument(writing.transaction, document, content, writing.now);
  await updateApplication(writing, record.row, {}, [
    { type: 'document_replaced', detail: { documentId: id, sha256: upload.sha256 } },
  ]);
  return document;
}
