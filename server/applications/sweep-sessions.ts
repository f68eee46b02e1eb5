/** Ends the sessions that nobody came back to and erases their drafts, within minutes of their expiry (D28). */
import type { Program } from '../programs.ts';
import { idleMillis } from '../security/sessions.ts';
import type { Services } from '../services.ts';
import { endSession, expiredSessions } from '../store/sessions.ts';
import { eraseDraft } from './erase-draft.ts';

const batch = 100;

/** Sweeps once; answers how many sessions it ended. Several nodes may sweep at the same time. */
export async function sweepSessions(services: Services): Promise<number> {
  let ended = 0;
  for (const program of services.programs.all) {
    for (;;) {
      const swept = await sweepBatch(services, program);
      ended += swept;
      if (swept < batch) break;
    }
  }
  return ended;
}

async function sweepBatch({ database, now }: Services, program: Program): Promise<number> {
  const at = now();
  const idleSince = new Date(at.getTime() - idleMillis(program));
  const sessions = await expiredSessions(database.db, program.domainKey, idleSince, at, batch);
  for (const { id } of sessions)
    await database.db.transaction().execute(async (transaction) => {
      if (await endSession(transaction, id, 'expired', at)) await eraseDraft(transaction, id, 'expired', at);
    });
  return sessions.length;
}
