/**
 * A draft does not outlive its session, unless somebody can come back to it (D28, D55): its personal data is erased, the audit
 * trail stays.
 */

import type { StatusBy } from '../../api/status.ts';
import { lockApplicationOfSession } from '../db/queries/applications.ts';
import { deleteResponsesOf } from '../db/queries/idempotent-responses.ts';
import { endTokensInto, hasLiveToken } from '../db/queries/resume-tokens.ts';
import { eraseRowsOf } from '../db/queries/retention/purge.ts';
import type { WriteContext } from '../security/in-transaction.ts';
import { updateApplication } from './row-change.ts';

/** The status of a draft whose data was erased. */
type ErasedStatus = StatusBy<'erased'>;

/**
 * Erases the draft of a session, if it has one: answers, people, documents, stored answers and the data key. Id,
 * program, store, times and status stay. `by` tells the audit trail who asked for it. Returns whether there was one.
 */
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
  await endTokensInto(transaction, row.id, context.now);
  await eraseRowsOf(transaction, [row.id], 'draft');
  const emptied = { answers: {}, sealed: {}, disclosures: {}, sections: {}, data_key: null };
  await updateApplication(context, row, { status, ...emptied, version: row.version + 1 }, [
    { type: 'erased', detail: { status, ...by } },
  ]);
  context.keys.forget(row.id);
  return true;
}

/**
 * What becomes of the draft of a session that has ended by itself: it is kept while a way leads back to it, else erased.
 * Returns whether it was erased. Stored responses go either way: they hold answers of the session that is over.
 */
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
