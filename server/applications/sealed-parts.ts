/** Encrypts and decrypts the names and bytes of documents, and the signers' data in consents (D29, D31, D62). */
import { hash } from 'node:crypto';
import type { ApplicationParts } from '../db/queries/application-parts.ts';
import type { DocumentRecord, DocumentRow } from '../db/queries/documents.ts';
import type { Envelope } from '../db/tables.ts';
import { type Placed, placeIn } from '../security/sealed-columns.ts';
import { type DataKey, openBytes, openText, sealBytes, sealText } from '../security/sealing.ts';
import type { ConsentRecord } from './application-record.ts';
import { IntegrityError } from './audited-state.ts';

export interface SealedDocument extends DocumentRecord {
  /** The encrypted file name. Null in rows from before 2026-11-23. */
  readonly sealed: Envelope | null;
  /** Whether the server redrew the stored file. False for PDFs that were stored before the server began to redraw PDFs (D61). */
  readonly disarmed: boolean;
}

export type Signer = Pick<ConsentRecord, 'ip' | 'userAgent' | 'signerName'>;

export function sealFileName(key: DataKey, application: Placed, documentId: string, fileName: string) {
  return sealText(key, fileName, placeIn('document', application, documentId, 'sealed'));
}

export function openDescription(row: DocumentRow, key: DataKey, application: Placed): SealedDocument {
  const { sealed } = row;
  return {
    id: row.id,
    documentType: row.document_type,
    fileName: sealed
      ? openText(key, sealed, placeIn('document', application, row.id, 'sealed'))
      : (row.file_name ?? ''),
    contentType: row.content_type,
    size: row.size,
    sha256: row.sha256,
    originalSha256: row.original_sha256,
    createDateTime: new Date(row.create_date_time),
    sealed,
    disarmed: row.disarmed,
  };
}

type FileColumn = 'content' | 'original';

export function sealDocumentBytes(
  key: DataKey,
  application: Placed,
  documentId: string,
  column: FileColumn,
  bytes: Uint8Array,
): Buffer {
  return sealBytes(key, bytes, placeIn('document', application, documentId, column));
}

/** Decrypts a document's bytes. Throws IntegrityError if their hash is wrong, for example because an old file was put back. */
export function openDocumentBytes(
  key: DataKey,
  application: Placed,
  document: Pick<DocumentRecord, 'id' | 'sha256' | 'originalSha256'>,
  column: FileColumn,
  sealed: Uint8Array,
): Buffer {
  const bytes = openBytes(key, sealed, placeIn('document', application, document.id, column));
  const sha256 = column === 'content' ? document.sha256 : document.originalSha256;
  if (hash('sha256', bytes, 'hex') !== sha256) throw new IntegrityError();
  return bytes;
}

export function sealSigner(key: DataKey, application: Placed, consentId: string, signer: Signer) {
  const { ip, userAgent, signerName } = signer;
  const text = JSON.stringify({ ip, userAgent, signerName });
  return sealText(key, text, placeIn('consent', application, consentId, 'signer'));
}

export function openSigner(
  row: Pick<ApplicationParts['consents'][number], 'id' | 'ip' | 'user_agent' | 'signer_name' | 'signer'>,
  key: DataKey,
  application: Placed,
): Signer {
  if (!row.signer) return { ip: row.ip, userAgent: row.user_agent, signerName: row.signer_name };
  const text = openText(key, row.signer, placeIn('consent', application, row.id, 'signer'));
  return JSON.parse(text) as Signer;
}
