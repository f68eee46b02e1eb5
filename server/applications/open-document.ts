/** The file of a stored document, as it may be given away: never as it came (D61). */
import { createHash } from 'node:crypto';
import type { DocumentError } from '../../form/lists/document-limits.ts';
import { lockApplicationRow } from '../db/queries/applications.ts';
import {
  type DocumentRecord,
  findDocument,
  type StoredDocument,
  updateDocument,
} from '../db/queries/documents.ts';
import { inTransaction } from '../db/transactions.ts';
import { fileNameFor } from '../documents/file-name.ts';
import type { DataKey } from '../security/sealing.ts';
import { openBytes, sealBytes } from '../security/sealing.ts';
import type { Services } from '../start/services.ts';
import { aadOfDocument, openDataKey } from './application-record.ts';
import { updateApplication } from './transaction-context.ts';

/** A document that came before PDFs were drawn anew, and cannot be: nobody may be given it. */
export class NotDisarmed extends Error {
  override readonly name = 'NotDisarmed';
  readonly reason: DocumentError;

  constructor(reason: DocumentError) {
    super(`The document cannot be drawn anew: ${reason}.`);
    this.reason = reason;
  }
}

/** A document with its bytes. */
export interface OpenedDocument extends Pick<StoredDocument, 'application'> {
  readonly record: Omit<DocumentRecord, 'createDateTime'>;
  readonly bytes: Buffer;
  /** The file as it came, where it was kept for the delivery. Not disarmed. */
  readonly original: Buffer | undefined;
}

type Needed = Pick<Services, 'database' | 'keys' | 'documentChecker' | 'programs'>;

/**
 * Reads and opens a document, after drawing it anew where that has not been done: takes long, so never wait for it in a
 * transaction. Undefined where there is none, or, with a session, where it is another's. Throws NotDisarmed, and
 * `unavailable` where it cannot be drawn just now.
 */
export async function openDocument(
  services: Needed,
  id: string,
  sessionId?: string,
): Promise<OpenedDocument | undefined> {
  const found = await findDocument(services.database.db, id, sessionId);
  if (!found) return undefined;
  const { application, record, content, original, disarmed } = found;
  const key = await openDataKey(services.keys, application);
  if (!disarmed) {
    await disarm(services, found, key);
    return openDocument(services, id, sessionId);
  }
  return {
    application,
    record: { ...record, fileName: fileNameFor(record.fileName, record.contentType) },
    bytes: openBytes(key, content, aadOfDocument(application, id)),
    original: original ? openBytes(key, original, aadOfDocument(application, id, 'original')) : undefined,
  };
}

/** Puts what can be drawn of a stored document in its place, unless another call has done so meanwhile. */
async function disarm(services: Needed, found: StoredDocument, key: DataKey): Promise<void> {
  const { application, record, content } = found;
  const { id, sha256: originalSha256 } = record;
  const came = openBytes(key, content, aadOfDocument(application, id));
  const sender = { session: application.session_id, address: 'stored' };
  const check = await services.documentChecker.check(came, sender);
  if (!check.ok) throw new NotDisarmed(check.reason);
  const { bytes, contentType } = check;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const program = services.programs.all.find(({ domainKey }) => domainKey === application.domain_key);
  const original = program?.deliverOriginals
    ? sealBytes(key, came, aadOfDocument(application, id, 'original'))
    : null;
  await inTransaction(services, async (context) => {
    const row = await lockApplicationRow(context.transaction, application.id);
    const now = await findDocument(context.transaction, id);
    if (!now || now.disarmed) return;
    const kept = {
      ...record,
      fileName: fileNameFor(record.fileName, contentType),
      contentType,
      size: bytes.byteLength,
      sha256,
      originalSha256,
    };
    const sealed = { content: sealBytes(key, bytes, aadOfDocument(row, id)), original };
    await updateDocument(context.transaction, kept, sealed, context.now);
    const detail = { documentId: id, sha256, originalSha256 };
    await updateApplication(context, row, {}, [{ type: 'document_disarmed', detail }]);
  });
}
