/** What an operator does to an application, each with its audit event in the same transaction (D26, D32, D35). */
import type { Status, StatusBy } from '../../api/status.ts';
import { statusesBefore } from '../../api/status.ts';
import { documentsPerApplication } from '../../form/limits/document-limits.ts';
import type { Database } from '../db/database.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { lockApplicationRow, readApplicationRow } from '../db/queries/applications.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import type { DocumentRecord } from '../db/queries/documents.ts';
import { retryJob } from '../db/queries/operator/outbox-list.ts';
import { enqueueDocumentDelivery } from '../db/queries/outbox.ts';
import { endSession, lockLiveSession } from '../db/queries/sessions.ts';
import { ApiError } from '../errors.ts';
import type { WriteContext } from '../security/in-transaction.ts';
import { inTransaction } from '../security/in-transaction.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { sealedReason } from '../security/sealed-reasons.ts';
import type { ApplicationRecord } from './application-record.ts';
import { openApplication } from './application-record.ts';
import type { KeptUpload } from './change-documents.ts';
import { addDocument } from './change-documents.ts';
import { eraseDraft } from './erase-draft.ts';
import { updateApplication } from './row-change.ts';

/** Who acts on which application. */
export interface OperatorAct {
  readonly database: Database;
  readonly keys: StoreKeys;
  readonly applicationId: string;
  readonly operator: string;
  /** Who approved what is about to be shown, where the program asks for four eyes. */
  readonly approvedBy?: string;
}

/** Who it is shown to, and who approved that. */
function shownTo({ operator, approvedBy }: OperatorAct) {
  return { operator, ...(approvedBy !== undefined && { approvedBy }) };
}

function why({ keys, applicationId }: OperatorAct, reason: string | undefined) {
  return sealedReason(keys.hashKey, applicationId, reason);
}

/** Runs `work` on the locked row of an application that exists. */
function onApplication<T>(
  { database, keys, applicationId }: OperatorAct,
  work: (context: WriteContext, row: ApplicationRow) => Promise<T>,
): Promise<T> {
  return inTransaction({ database, keys }, async (context) =>
    work(context, await lockApplicationRow(context.transaction, applicationId)),
  );
}

/** Throws `conflict` where no operator can move the application to a status (`transitions`, D26). */
function checkCanBecome({ status }: ApplicationRow, to: Status): void {
  const allowed = statusesBefore(to);
  if (allowed.includes(status)) return;
  throw new ApiError('conflict', `The application is ${status}, and not ${allowed.join(' or ')}.`);
}

/** Records a decision. Throws `conflict` where there can be none. */
export function decideApplication(
  act: OperatorAct,
  decision: StatusBy<'decided'>,
  reason: string | undefined,
): Promise<ApplicationRow> {
  return moveOn(act, decision, 'decided', reason);
}

/** Withdraws a submitted application. Throws `conflict` where it cannot be withdrawn. */
export function withdrawApplication(act: OperatorAct, reason: string | undefined): Promise<ApplicationRow> {
  return moveOn(act, 'withdrawn', 'withdrawn', reason);
}

/**
 * Erases a draft at once and with every way back, whether its session is over or not (D28, D55). Throws `conflict` where it
 * is no draft.
 */
export async function eraseApplication(act: OperatorAct, reason: string): Promise<ApplicationRow> {
  return inTransaction(act, async (context) => {
    const { transaction } = context;
    const { session_id: sessionId } = await readApplicationRow(transaction, act.applicationId);
    await lockLiveSession(transaction, sessionId);
    const row = await lockApplicationRow(transaction, act.applicationId);
    checkCanBecome(row, 'cancelled');
    if (row.session_id !== sessionId) throw new ApiError('conflict', 'It is being continued. Try again.');
    await endSession(context, sessionId, 'operator');
    await eraseDraft(context, sessionId, 'cancelled', { operator: act.operator, ...why(act, reason) });
    return { ...row, status: 'cancelled' };
  });
}

function moveOn(
  act: OperatorAct,
  status: Status,
  type: AuditEvent['type'],
  reason: string | undefined,
): Promise<ApplicationRow> {
  return onApplication(act, (context, row) => {
    checkCanBecome(row, status);
    const detail = { status, operator: act.operator, ...why(act, reason) };
    return updateApplication(context, row, { status, version: row.version + 1 }, [{ type, detail }]);
  });
}

/**
 * Opens an application. With `shown`, its answers are about to be shown: the audit event of that is written first; with
 * a reason, it names the fields that are shown in full. Throws `resource_not_found` where it was erased or purged.
 */
export function openForOperator(
  act: OperatorAct,
  shown?: {
    readonly reason: string | undefined;
    readonly fieldsOf: (record: ApplicationRecord) => readonly string[];
  },
): Promise<ApplicationRecord> {
  return onApplication(act, async (context, row) => {
    if (row.data_key === null)
      throw new ApiError('resource_not_found', `Its answers were erased; it is ${row.status}.`);
    const record = await openApplication(context, row);
    if (shown) {
      const { reason, fieldsOf } = shown;
      const revealed = reason !== undefined && { ...why(act, reason), fields: fieldsOf(record) };
      const detail = { ...shownTo(act), ...revealed };
      await updateApplication(context, row, {}, [{ type: 'shown', detail }]);
    }
    return record;
  });
}

/** Records that an operator was given a document. */
export async function noteDocumentShown(act: OperatorAct, documentId: string, reason: string): Promise<void> {
  await onApplication(act, (context, row) =>
    updateApplication(context, row, {}, [
      { type: 'shown', detail: { ...shownTo(act), ...why(act, reason), documentId } },
    ]),
  );
}

/** Records that an operator was given an application with others, as a table or its evidence, in which form, and why. */
export async function noteExported(
  act: OperatorAct,
  {
    reason,
    ...as
  }: ({ readonly evidence: string } | { readonly table: string }) & { readonly reason: string | undefined },
): Promise<void> {
  const detail = { ...shownTo(act), ...why(act, reason), ...as };
  await onApplication(act, (context, row) =>
    updateApplication(context, row, {}, [{ type: 'shown', detail }]),
  );
}

/** Makes a delivery or mail of the application due at once; returns false where it is being sent or was sent. */
export function retryDelivery(act: OperatorAct, jobId: string): Promise<boolean> {
  return onApplication(act, async (context, row) => {
    const kind = await retryJob(context.transaction, jobId, context.now);
    if (kind === undefined) return false;
    const detail = { operator: act.operator, jobId, kind };
    await updateApplication(context, row, {}, [{ type: 'retried', detail }]);
    return true;
  });
}

/** The row of an application that waits for a document, else throws `conflict`; to be called before the work of checking one. */
export function checkWaitsForDocument(act: OperatorAct): Promise<ApplicationRow> {
  return onApplication(act, async (_context, row) => {
    checkCanBecome(row, 'submitted');
    return row;
  });
}

/** Adds the document that a pending application waits for: pending → submitted, and a delivery of its own (D26). */
export function addLateDocument(
  act: OperatorAct,
  documentType: string,
  upload: KeptUpload,
): Promise<DocumentRecord> {
  return onApplication(act, async (context, row) => {
    checkCanBecome(row, 'submitted');
    const record = await openApplication(context, row);
    if (record.documents.length >= documentsPerApplication)
      throw new ApiError('conflict', `An application has at most ${documentsPerApplication} documents.`);
    const document = await addDocument(context, record, documentType, upload, {
      changes: { status: 'submitted', version: row.version + 1 },
      detail: { operator: act.operator, status: 'submitted' },
    });
    await enqueueDocumentDelivery(context.transaction, row.id, [document.id], context.now);
    return document;
  });
}
