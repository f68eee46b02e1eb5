/** Revokes a resume token (D55). The draft is erased if it has no other live token and its session has ended (D28). */
import { eraseDraft } from '../applications/erase-draft.ts';
import { updateApplication } from '../applications/row-change.ts';
import { lockApplicationOfSession } from '../db/queries/applications.ts';
import { endToken, hasLiveToken } from '../db/queries/resume-tokens.ts';
import { lockLiveSession } from '../db/queries/sessions.ts';
import { inTransaction } from '../security/in-transaction.ts';
import type { FoundToken } from './resume-draft.ts';
import type { ClosedBecause, ResumeServices } from './resume-events.ts';

/** Revokes a token, with an audit event, unless its draft has been resumed or has ended. Returns whether the draft was erased. */
export async function revokeToken(
  store: Pick<ResumeServices, 'database' | 'keys' | 'noteResume'>,
  { id, applicationId, sessionId, kind }: Pick<FoundToken, 'id' | 'applicationId' | 'sessionId' | 'kind'>,
  reason: ClosedBecause,
): Promise<boolean> {
  const closed = await inTransaction(store, async (context) => {
    const { transaction, now } = context;
    const isLeft = !(await lockLiveSession(transaction, sessionId));
    const row = await lockApplicationOfSession(transaction, sessionId);
    if (row?.id !== applicationId || row.status !== 'draft') return undefined;
    if (!(await endToken(transaction, id, now))) return undefined;
    await updateApplication(context, row, {}, [{ type: 'way_closed', detail: { way: kind, reason } }]);
    const isLost = isLeft && !(await hasLiveToken(transaction, applicationId));
    return { isErased: isLost && (await eraseDraft(context, sessionId, 'timed_out')) };
  });
  if (closed) store.noteResume({ event: 'closed', way: kind, reason });
  if (closed?.isErased) store.noteResume({ event: 'erased', way: kind, reason });
  return closed?.isErased ?? false;
}
