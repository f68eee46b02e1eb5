/** Ends expired sessions within minutes, and erases their drafts unless a token can resume the drafts (D28, D55). */
import { keepOrEraseDraft } from '../applications/erase-draft.ts';
import { readNow } from '../db/clock.ts';
import { type ExpiryReason, endSession, expiredSessions } from '../db/queries/sessions.ts';
import { inTransaction } from '../security/in-transaction.ts';
import type { Services } from '../services.ts';
import { idleMillis } from '../sessions/sessions.ts';
import { eachDue } from './each-due.ts';

/** Called for each session that a sweep has ended. `withDraft` is true if the session's draft was erased. */
export type ObserveEnd = (reason: ExpiryReason, withDraft: boolean) => void;

/** Ends all expired sessions. If ending a session fails, the other sessions are still ended (`eachDue`). */
export async function sweepSessions(
  { database, keys, programs }: Pick<Services, 'database' | 'keys' | 'programs'>,
  observe: ObserveEnd,
): Promise<void> {
  const now = await readNow(database);
  const idleSince = programs.all.map((program) => ({
    domainKey: program.domainKey,
    since: new Date(now.getTime() - idleMillis(program)),
  }));
  await eachDue(
    (page) => expiredSessions(database.db, idleSince, now, page),
    async ({ id, reason }) => {
      const ended = await inTransaction(
        { database, keys },
        async (context) =>
          (await endSession(context, id, 'expired')) && {
            draft: await keepOrEraseDraft(context, id, 'expired'),
          },
      );
      if (ended) observe(reason, ended.draft);
    },
  );
}
