/** Closing a way back into a draft (D55): the draft is erased once no other is open and its session is over (D28). */
import { eraseDraft } from '../applications/erase-draft.ts';
import { updateApplication } from '../applications/row-change.ts';
import { lockApplicationOfSession } from '../db/queries/applications.ts';
import { lockLiveSession } from '../db/queries/sessions.ts';
import { endWay, hasOpenWay, type OpenWay, type WayBackKind } from '../db/queries/ways-back.ts';
import { inTransaction } from '../security/in-transaction.ts';
import type { ClosedBecause, ResumeServices } from './ways-back.ts';

/** A way as it is closed: what it leads to, and the session in which that was found. */
export type ClosingWay = Pick<OpenWay, 'id' | 'applicationId' | 'sessionId'> & {
  readonly kind: WayBackKind;
};

/**
 * Closes a way, which the audit trail tells; returns whether the draft was erased. Does nothing where somebody has come
 * back meanwhile, or the draft has ended: then it is not the way that was found.
 */
export async function closeWay(
  store: Pick<ResumeServices, 'database' | 'keys' | 'noteWayBack'>,
  { id, applicationId, sessionId, kind: way }: ClosingWay,
  reason: ClosedBecause,
): Promise<boolean> {
  const closed = await inTransaction(store, async (context) => {
    const { transaction, now } = context;
    const isLeft = !(await lockLiveSession(transaction, sessionId));
    const row = await lockApplicationOfSession(transaction, sessionId);
    if (row?.id !== applicationId || row.status !== 'draft') return undefined;
    if (!(await endWay(transaction, id, now))) return undefined;
    await updateApplication(context, row, {}, [{ type: 'way_closed', detail: { way, reason } }]);
    const isLost = isLeft && !(await hasOpenWay(transaction, applicationId));
    return { isErased: isLost && (await eraseDraft(context, sessionId, 'timed_out')) };
  });
  if (closed) store.noteWayBack({ event: 'closed', way, reason });
  if (closed?.isErased) store.noteWayBack({ event: 'erased', way, reason });
  return closed?.isErased ?? false;
}
