/** What an operator does to an application, each with its audit event in the same transaction (D26, D32, D35). */
import type { Status } from '../../api/application.ts';
import { documentsPerApplication } from '../../form/document-limits.ts';
import { enqueueDocumentDelivery } from '../delivery/enqueue-document-delivery.ts';
import { Refusal } from '../problem.ts';
import type { KeyRing } from '../security/key-ring.ts';
import type { ApplicationRow } from '../store/applications.ts';
import { lockApplicationRow } from '../store/applications.ts';
import type { AuditEvent } from '../store/audit-events.ts';
import type { Database } from '../store/database.ts';
import { retryJob } from '../store/outbox-list.ts';
import type { ApplicationRecord, DocumentRecord } from './application-record.ts';
import { openApplication } from './application-record.ts';
import type { WriteAs } from './application-writer.ts';
import { updateApplication } from './application-writer.ts';
import type { CheckedUpload } from './change-documents.ts';
import { addDocument } from './change-documents.ts';

/** Who acts on which application, and when. */
export interface Act {
  readonly database: Database;
  readonly applicationId: string;
  readonly operator: string;
  readonly now: Date;
}

/** Runs `work` on the locked row of an application that exists. */
function onApplication<T>(
  { database, applicationId, now }: Act,
  work: (write: WriteAs, row: ApplicationRow) => Promise<T>,
): Promise<T> {
  return database.db
    .transaction()
    .execute(async (transaction) =>
      work({ transaction, now }, await lockApplicationRow(transaction, applicationId)),
    );
}

function checkStatus(row: ApplicationRow, allowed: readonly Status[]): void {
  if (allowed.includes(row.status)) return;
  throw new Refusal('conflict', `The application is ${row.status}, and not ${allowed.join(' or ')}.`);
}

/** submitted → approved or declined. Throws `conflict` from any other status. */
export function decideApplication(
  act: Act,
  decision: 'approved' | 'declined',
  reason: string | undefined,
): Promise<ApplicationRow> {
  return moveOn(act, ['submitted'], decision, 'decided', reason);
}

/** submitted or pending → withdrawn. Throws `conflict` from any other status. */
export function withdrawApplication(act: Act, reason: string | undefined): Promise<ApplicationRow> {
  return moveOn(act, ['submitted', 'pending'], 'withdrawn', 'withdrawn', reason);
}

function moveOn(
  act: Act,
  from: readonly Status[],
  status: Status,
  type: AuditEvent['type'],
  reason: string | undefined,
): Promise<ApplicationRow> {
  return onApplication(act, (write, row) => {
    checkStatus(row, from);
    const detail = { status, operator: act.operator, ...(reason !== undefined && { reason }) };
    return updateApplication(write, row, { status, version: row.version + 1 }, [{ type, detail }]);
  });
}

/**
 * Opens an application. With `shown`, its answers are about to be shown, which is written before anything is answered;
 * with a reason, the fields that it tells are shown in full. Throws `resource_not_found` where it was erased or purged.
 */
export function openForOperator(
  act: Act,
  keyRing: KeyRing,
  shown?: {
    readonly reason: string | undefined;
    readonly fieldsOf: (record: ApplicationRecord) => readonly string[];
  },
): Promise<ApplicationRecord> {
  return onApplication(act, async (write, row) => {
    if (row.data_key === null)
      throw new Refusal('resource_not_found', `Its answers were erased; it is ${row.status}.`);
    const record = await openApplication(write.transaction, keyRing, row);
    if (shown) {
      const { reason, fieldsOf } = shown;
      const revealed = reason !== undefined && { reason, fields: fieldsOf(record) };
      const detail = { operator: act.operator, ...revealed };
      await updateApplication(write, row, {}, [{ type: 'shown', detail }]);
    }
    return record;
  });
}

/** Writes that a paper was handed to an operator. */
export async function notePaperShown(act: Act, documentId: string, reason: string): Promise<void> {
  await onApplication(act, (write, row) =>
    updateApplication(write, row, {}, [
      { type: 'shown', detail: { operator: act.operator, reason, documentId } },
    ]),
  );
}

/** Writes that the evidence of an application was handed to an operator, and in which form. */
export async function noteEvidenceShown(act: Act, evidence: string): Promise<void> {
  await onApplication(act, (write, row) =>
    updateApplication(write, row, {}, [{ type: 'shown', detail: { operator: act.operator, evidence } }]),
  );
}

/** Has a delivery or mail of the application sent at once; answers false where it is being sent just now, or was. */
export function retryDelivery(act: Act, jobId: string): Promise<boolean> {
  return onApplication(act, async (write, row) => {
    const kind = await retryJob(write.transaction, jobId, act.now);
    if (kind === undefined) return false;
    const detail = { operator: act.operator, jobId, kind };
    await updateApplication(write, row, {}, [{ type: 'retried', detail }]);
    return true;
  });
}

/** Throws `conflict` unless the application waits for a paper; to be asked before the work of checking one. */
export async function checkWaitsForPaper(act: Act): Promise<void> {
  await onApplication(act, async (_write, row) => checkStatus(row, ['pending']));
}

/** Adds the paper that a pending application waits for: pending → submitted, and a delivery of its own (D26). */
export function addLatePaper(
  act: Act,
  keyRing: KeyRing,
  documentType: string,
  upload: CheckedUpload,
): Promise<DocumentRecord> {
  return onApplication(act, async (write, row) => {
    checkStatus(row, ['pending']);
    const record = await openApplication(write.transaction, keyRing, row);
    if (record.documents.length >= documentsPerApplication)
      throw new Refusal('conflict', `An application has at most ${documentsPerApplication} documents.`);
    const document = await addDocument(write, record, documentType, upload, {
      changes: { status: 'submitted', version: row.version + 1 },
      detail: { operator: act.operator, status: 'submitted' },
    });
    await enqueueDocumentDelivery(write.transaction, row.id, [document.id], act.now);
    return document;
  });
}
