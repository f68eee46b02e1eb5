/** Runs `sessions end`: immediately ends live sessions and erases their drafts, even drafts that could still be resumed (D23). */
import { eraseDraft } from '../../applications/erase-draft.ts';
import { updateApplication } from '../../applications/row-change.ts';
import { lockApplicationOfSession, readApplicationRow } from '../../db/queries/applications.ts';
import { endSession, liveSessionIds, lockLiveSession } from '../../db/queries/sessions.ts';
import { inTransaction } from '../../security/in-transaction.ts';
import { sealedReason } from '../../security/sealed-reasons.ts';
import { flagOf, programOf, requiredReasonOf, WrongUsage } from '../call-values.ts';
import { type OperatorCommand, type OperatorContext, OperatorProblem } from '../command.ts';
import { namedApplicationId } from '../named-application.ts';
import { counted } from '../terminal-text.ts';

export const sessionsEnd: OperatorCommand['run'] = async (context, call) => {
  const reason = requiredReasonOf(call);
  const all = flagOf(call, 'all');
  if (all === call.positionals.length > 0) throw new WrongUsage('Give an application or --all.');
  const program = programOf(context, call);
  if (program && !all) throw new WrongUsage('--program is for --all.');
  const ended = all
    ? await endAll(context, program?.domainKey, reason)
    : await endOne(context, await namedApplicationId(context, call), reason);
  const { sessions, drafts } = ended;
  return {
    data: ended,
    text: `${counted(sessions, 'session')} ended, ${counted(drafts, 'draft')} erased.`,
  };
};

async function endOne(context: OperatorContext, applicationId: string, reason: string) {
  const { session_id: sessionId } = await readApplicationRow(context.database.db, applicationId);
  const ended = await endNow(context, sessionId, reason);
  if (ended.sessions === 0)
    throw new OperatorProblem(
      'Its session has already ended. To erase a draft that can still be resumed, use `applications erase`.',
      4,
    );
  return ended;
}

/** Ends all live sessions, or only those of one program if `domainKey` is given. May miss sessions that start while this runs. */
async function endAll(context: OperatorContext, domainKey: string | undefined, reason: string) {
  let [sessions, drafts] = [0, 0];
  for await (const id of liveSessionIds(context.database.db, domainKey)) {
    const ended = await endNow(context, id, reason);
    sessions += ended.sessions;
    drafts += ended.drafts;
  }
  return { sessions, drafts };
}

/** Ends a session and erases its draft. Returns the number of ended sessions and of erased drafts, each 0 or 1. */
function endNow(context: OperatorContext, sessionId: string, reason: string) {
  return inTransaction(context, async (write) => {
    if (!(await lockLiveSession(write.transaction, sessionId))) return { sessions: 0, drafts: 0 };
    const row = await lockApplicationOfSession(write.transaction, sessionId);
    if (row) {
      const detail = { operator: context.operator, ...sealedReason(context.hashKey, row.id, reason) };
      await updateApplication(write, row, {}, [{ type: 'session_ended', detail }]);
    }
    await endSession(write, sessionId, 'operator');
    return { sessions: 1, drafts: (await eraseDraft(write, sessionId, 'expired')) ? 1 : 0 };
  });
}
