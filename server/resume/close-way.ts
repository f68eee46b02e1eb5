/** Closing a way back into a draft (D55): the draft is erased once no other is open and its session is over (D28). */
import { eraseDraft } from '../applications/erase-draft.ts';
import { updateApplication } from '../applications/transaction-context.ts';
import { lockApplicationOfSession } from '../db/queries/applications.ts';
import { isSessionOver } from '../db/queries/sessions.ts';
import { endWay, hasOpenWay, type OpenWay, type WayBackKind } from '../db/queries/ways-back.ts';
import { inTransaction, type WritableStore } from '../db/transactions.ts';

/**
 * Why a way is closed before its draft ends: five tries opened nothing, somebody said “Not me”, a fifth draft took its
 * place on the device, or its time is over.
 */
export type ClosedBecause = 'misses' | 'not_me' | 'displaced' | 'time_over';

/** A way as it is closed: what it leads to, and the session in which that was found. */
export type ClosingWay = Pick<OpenWay, 'id' | 'applicationId' | 'sessionId'> & {
  readonly kind: WayBackKind;
};

/**
 * Closes a way, which the audit trail tells; returns whether the draft was erased. Does nothing where somebody has come
 * back meanwhile, or the draft has ended: then it is not the way that was found.
 */
export async function closeWay(
  store: WritableStore,
  { id, applicationId, sessionId, kind }: ClosingWay,
  reason: ClosedBecause,
): Promise<boolean> {
  return inTransaction(store, async (context) => {
    const { transaction, now } = context;
    const isLeft = await isSessionOver(transaction, sessionId);
    const row = await lockApplicationOfSession(transaction, sessionId);
    if (row?.id !== applicationId || row.status !== 'draft') return false;
    if (!(await endWay(transaction, id, now))) return false;
    await updateApplication(context, row, {}, [{ type: 'way_closed', detail: { way: kind, reason } }]);
    if (!isLeft || (await hasOpenWay(transaction, applicationId))) return false;
    return eraseDraft(context, sessionId, 'timed_out');
  });
}
