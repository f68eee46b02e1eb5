/** Makes an operator's changes to an application, each with its audit event in the same transaction (D26, D32, D35). */
import { type Status, type StatusBy, statusesBefore } from '../../api/status.ts';
import type { Database } from '../db/database.ts';
import { type ApplicationRow, lockApplicationRow, readApplicationRow } from '../db/queries/applications.ts';
import type { AuditEvent } from '../db/queries/audit-events.ts';
import type { DocumentRecord } from '../db/queries/documents.ts';
import { retryJob } from '../db/queries/operator/outbox-list.ts';
import { enqueue } from '../db/queries/outbox.ts';
import { endSession, lockLiveSession } from '../db/queries/sessions.ts';
import { ApiError } from '../errors.ts';
import { inTransaction, type WriteContext } from '../security/in-transaction.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { sealedReason } from '../security/sealed-reasons.ts';
import { type ApplicationRecord, openApplication } from './application-record.ts';
import { addDocument, type KeptUpload } from './change-documents.ts';
import { eraseDraft } from './erase-draft.ts';
import { updateApplication } from './row-change.ts';

/** An operator, and the application that they change or open. */
export interface OperatorAct {
  readonly database: Database;
  readonly keys: StoreKeys;
  readonly applicationId: string;
  readonly operator: string;
  /** The operator who approved showing the answers. Absent unless the program requires four-eyes approval. */
  readonly approvedBy?: string;
}

function shownEvent(act: OperatorAct, reason: string | undefined, what: object): AuditEvent {
  const { operator, approvedBy } = act;
  const viewer = { operator, ...(approvedBy !== undefined && { approvedBy }) };
  return { type: 'shown', detail: { ...viewer, ...reasonDetail(act, reason), ...what } };
}

const reasonDetail = ({ keys, applicationId }: OperatorAct, reason: string | undefined) =>
  sealedReason(keys.hashKey, applicationId, reason);

/** Locks an application's row and runs `work` on the row in a transaction. Throws if there is no such application. */
function onApplication<T>(
  { database, keys, applicationId }: OperatorAct,
  work: (context: WriteContext, row: ApplicationRow) => Promise<T>,
): Promise<T> {
  return inTransaction({ database, keys }, async (context) =>
    work(context, await lockApplicationRow(context.transaction, applicationId)),
  );
}

/** Throws `conflict` unless an operator can move the application to this status (`transitions`, D26). */
function checkCanBecome({ status }: ApplicationRow, to: Status): void {
  const allowed = statusesBefore(to);
  if (allowed.includes(status)) return;
  throw new ApiError('conflict', `The application is ${status}, not ${allowed.join(' or ')}.`);
}

/** Moves an application to a final status. Throws `conflict` unless the application is submitted or pending. */
export function closeApplication(
  act: OperatorAct,
  status: StatusBy<'decided' | 'withdrawn'>,
  reason: string | undefined,
): Promise<ApplicationRow> {
  return onApplication(act, (context, row) => {
    checkCanBecome(row, status);
    const type = status === 'withdrawn' ? 'withdrawn' : 'decided';
    const detail = { status, operator: act.operator, ...reasonDetail(act, reason) };
    return updateApplication(context, row, { status, version: row.version + 1 }, [{ type, detail }]);
  });
}

/**
 * Erases a draft, and ends its session and resume tokens (D28, D55). Throws `conflict` if the application is not a draft, or if
 * the draft is being resumed.
 */
export async function eraseApplication(act: OperatorAct, reason: string): Promise<ApplicationRow> {
  return inTransaction(act, async (context) => {
    const { transaction } = context;
    const { session_id: sessionId } = await readApplicationRow(transaction, act.applicationId);
    await lockLiveSession(transaction, sessionId);
    const row = await lockApplicationRow(transaction, act.applicationId);
    checkCanBecome(row, 'cancelled');
    if (row.session_id !== sessionId)
      throw new ApiError('conflict', 'The draft is being resumed. Try again.');
    await endSession(context, sessionId, 'operator');
    const by = { operator: act.operator, ...reasonDetail(act, reason) };
    await eraseDraft(context, sessionId, 'cancelled', by);
    return { ...row, status: 'cancelled' };
  });
}

/**
 * Returns the decrypted application. Throws `resource_not_found` if the application was erased or purged. With `shown`, also adds
 * an audit event, because the operator sees the answers. With a `reason`, the event contains the names of the fields shown in
 * full.
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
      const revealed = reason === undefined ? {} : { fields: fieldsOf(record) };
      await updateApplication(context, row, {}, [shownEvent(act, reason, revealed)]);
    }
    return record;
  });
}

/** Records that an operator downloaded a document or the evidence, or exported the application in a table. */
export async function noteShown(
  act: OperatorAct,
  reason: string | undefined,
  what: { readonly documentId: string } | { readonly evidence: string } | { readonly table: string },
): Promise<void> {
  await onApplication(act, (context, row) =>
    updateApplication(context, row, {}, [shownEvent(act, reason, what)]),
  );
}

/** Makes a delivery or email of the application due immediately. Returns false if it is being sent or was already sent. */
export function retryDelivery(act: OperatorAct, jobId: string): Promise<boolean> {
  return onApplication(act, async (context, row) => {
    const kind = await retryJob(context.transaction, jobId, context.now);
    if (kind === undefined) return false;
    const detail = { operator: act.operator, jobId, kind };
    await updateApplication(context, row, {}, [{ type: 'retried', detail }]);
    return true;
  });
}

/**
 * Returns the row of a pending application. Throws `conflict` if the application isn't pending. Call this before checking an
 * uploaded file, because checking a file is expensive.
 */
export function checkWaitsForDocument(act: OperatorAct): Promise<ApplicationRow> {
  return onApplication(act, async (_context, row) => {
    checkCanBecome(row, 'submitted');
    return row;
  });
}

/** Adds the document that a pending application lacks, submits the application, and queues the document's delivery (D26). */
export function addLateDocument(
  act: OperatorAct,
  documentType: string,
  upload: KeptUpload,
): Promise<DocumentRecord> {
  return onApplication(act, async (context, row) => {
    checkCanBecome(row, 'submitted');
    const record = await openApplication(context, row);
    const document = await addDocument(context, record, documentType, upload, {
      changes: { status: 'submitted', version: row.version + 1 },
      detail: { operator: act.operator, status: 'submitted' },
    });
    await enqueue(context.transaction, row.id, 'documents', context.now, { documentIds: [document.id] });
    return document;
  });
}
