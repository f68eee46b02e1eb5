/** Ends the sessions that nobody came back to and erases their drafts, within minutes of their expiry (D28). */
import { idleMillis } from '../security/sessions.ts';
import type { Services } from '../services.ts';
import { endSession, expiredSessions } from '../store/sessions.ts';
import { eraseDraft } from './erase-draft.ts';

const batch = 100;

/** Sweeps once; answers how many sessions were over. Several nodes may sweep at the same time. */
export async function sweepSessions(services: Services): Promise<number> {
  for (let swept = 0; ; ) {
    const more = await sweepBatch(services);
    swept += more;
    if (more < batch) return swept;
  }
}

async function sweepBatch({ database, programs, now }: Services): Promise<number> {
  const at = now();
  const idleSince = programs.all.map((program) => ({
    domainKey: program.domainKey,
    since: new Date(at.getTime() - idleMillis(program)),
  }));
  const sessions = await expiredSessions(database.db, idleSince, at, batch);
  for (const { id } of sessions)
    await database.db.transaction().execute(async (transaction) => {
      if (await endSession(transaction, id, 'expired', at)) await eraseDraft(transaction, id, 'expired', at);
    });
  return sessions.length;
}
