/** Handles applicants' uploads. Checks and stores files outside of transactions, because both are slow (D29, D48). */
import type { Document } from '../../api/document.ts';
import { readNow } from '../db/clock.ts';
import { type ApplicationRow, findApplication, isId } from '../db/queries/applications.ts';
import { applicationOfDocument } from '../db/queries/documents.ts';
import { type Queries, transact } from '../db/transactions.ts';
import { uuidv7 } from '../db/uuid.ts';
import { whileDatabaseResponds } from '../db/while-answering.ts';
import { acceptDocument, ScannerUnavailable, type UploadedFile } from '../documents/accept-document.ts';
import { DocumentsUnavailable } from '../documents/store/bucket.ts';
import { locked, notFound } from '../errors.ts';
import { addressForLimits } from '../net/client-address.ts';
import type { Services } from '../services.ts';
import { type KeyedCall, respondIdempotently, type StoredResponse } from '../sessions/idempotency.ts';
import { inTransactionOf, type Session, type TransactionContext } from '../sessions/sessions.ts';
import { uncountCall } from '../sessions/shared-limits.ts';
import { type ApplicationRecord, lockDraft, openApplication } from './application-record.ts';
import { documentResponse } from './application-response.ts';
import { addDocument, documentIn, keepUpload, removeDocument, replaceDocument } from './change-documents.ts';

/** The session that uploads a document, and the caller's IP address. */
export type Uploader = { readonly session: Session; readonly address: string };

/** Adds a document to a draft. Checks the draft, then the body, then the file (docs/api.md, "Order of checks"). */
export async function uploadDocument(
  services: Services,
  uploader: Uploader,
  applicationId: string,
  read: () => { readonly documentType: string; readonly file: UploadedFile },
  call: KeyedCall | undefined,
): Promise<StoredResponse> {
  const { session } = uploader;
  const draft = await transact(services.database.db, (transaction) =>
    findApplication(transaction, session.id, applicationId),
  );
  checkIsDraft(draft);
  const { documentType, file } = read();
  const kept = await checkAndKeep(services, uploader, draft, file);
  return inTransactionOf(services, session, async (context) => {
    const row = await lockDraft(context, applicationId);
    return respondIdempotently(context, call, [documentType, kept.originalSha256], async () => {
      const record = await openApplication(context, row);
      const body = documentResponse(row.id, await addDocument(context, record, documentType, kept));
      return { status: 201, body, applicationId: row.id, key: record.key };
    });
  });
}

/** Replaces a document of a draft. Makes the same checks in the same order as `uploadDocument`. */
export async function replaceUpload(
  services: Services,
  uploader: Uploader,
  id: string,
  read: () => Promise<UploadedFile>,
): Promise<Document> {
  const { session } = uploader;
  const application = await ownApplication(services.database.db, session.id, id);
  checkIsDraft(application);
  const kept = await checkAndKeep(services, uploader, application, await read(), id);
  return inTransactionOf(services, session, async (context) => {
    const record = await openDraftOf(context, id);
    return documentResponse(record.row.id, await replaceDocument(context, record, kept));
  });
}

/** Removes a document from a draft. Throws `resource_not_found` or `conflict` first, then any error from `checkBody`. */
export async function removeUpload(
  services: Services,
  session: Session,
  id: string,
  checkBody: () => void,
): Promise<void> {
  await inTransactionOf(services, session, async (context) => {
    const record = await openDraftOf(context, id);
    checkBody();
    await removeDocument(context, record, id);
  });
}

/** Throws `resource_not_found` if `application` is undefined, and `conflict` if it is no longer a draft. */
function checkIsDraft<Row extends Pick<ApplicationRow, 'status'>>(
  application: Row | undefined,
): asserts application is Row {
  if (!application) throw notFound();
  if (application.status !== 'draft') throw locked();
}

async function ownApplication(queries: Queries, sessionId: string, documentId: string) {
  return isId(documentId) ? applicationOfDocument(queries, sessionId, documentId) : undefined;
}

async function openDraftOf(context: TransactionContext, documentId: string): Promise<ApplicationRecord> {
  const application = await ownApplication(context.transaction, context.sessionId, documentId);
  if (!application) throw notFound();
  const record = await openApplication(context, await lockDraft(context, application.id));
  documentIn(record, documentId);
  return record;
}

/**
 * Checks and stores a file for the document `documentId`, or for a new document. If the virus scanner or the bucket is
 * unavailable, the call does not count toward the upload limit, because the page may repeat the upload for hours.
 */
async function checkAndKeep(
  services: Services,
  { session, address }: Uploader,
  application: Parameters<typeof keepUpload>[1],
  file: UploadedFile,
  documentId?: string,
) {
  const sender = { session: session.id, address: addressForLimits(address) };
  try {
    const checked = await whileDatabaseResponds(services.database, () =>
      acceptDocument(services, session.program, file, sender),
    );
    const id = documentId ?? uuidv7(await readNow(services.database));
    return await keepUpload(services, application, id, checked);
  } catch (error) {
    if (error instanceof ScannerUnavailable || error instanceof DocumentsUnavailable)
      await uncountCall(services, 'upload', session.id);
    throw error;
  }
}
