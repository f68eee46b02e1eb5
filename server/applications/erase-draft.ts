/** Erases the personal data of drafts, but keeps their audit trail (D28, D55). */
import type { StatusBy } from '../../api/status.ts';
import { lockApplicationOfSession } from '../db/queries/applications.ts';
import { deleteResponsesOf } from '../db/queries/idempotent-responses.ts';
import { endTokensOfApplication, hasLiveToken } from '../db/queries/resume-tokens.ts';
import { eraseRowsOf } from '../db/queries/retention/purge.ts';
import type { WriteContext } from '../security/in-transaction.ts';
import { updateApplication } from './row-change.ts';

type ErasedStatus = StatusBy<'erased'>;

/** Erases a session's draft and stored responses. Returns whether there was a draft. Adds `by` to the audit event's details. */
export async function eraseDraft(
  context: WriteContext,
  sessionId: string,
  status: ErasedStatus,
  by: Readonly<Record<string, unknown>> = {},
): Promise<boolean> {
  const { transaction } = context;
  await deleteResponsesOf(transaction, sessionId);
  const row = await lockApplicationOfSession(transaction, sessionId);
  if (row?.status !== 'draft') return false;
  await endTokensOfApplication(transaction, row.id, context.now);
  await eraseRowsOf(transaction, [row.id], 'draft');
  const emptied = { answers: {}, sealed: {}, disclosures: {}, sections: {}, data_key: null };
  await updateApplication(context, row, { status, ...emptied, version: row.version + 1 }, [
    { type: 'erased', detail: { status, ...by } },
  ]);
  context.keys.forget(row.id);
  return true;
}

/** Deletes an ended session's stored responses. Erases its draft unless a token can resume it. Returns whether it erased one. */
export async function keepOrEraseDraft(
  context: WriteContext,
  sessionId: string,
  status: ErasedStatus,
): Promise<boolean> {
  const { transaction } = context;
  const row = await lockApplicationOfSession(transaction, sessionId);
  if (row?.status !== 'draft' || !(await hasLiveToken(transaction, row.id)))
    return eraseDraft(context, sessionId, status);
  await deleteResponsesOf(transaction, sessionId);
  return false;
}
