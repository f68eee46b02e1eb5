/** Ends the sessions that nobody came back to and erases their drafts, within minutes of their expiry (D28). */
import { idleMillis } from '../security/sessions.ts';
import type { Services } from '../services.ts';
import { endSession, expiredSessions } from '../store/sessions.ts';
import { eraseDraft } from './erase-draft.ts';

const batch = 100;

/** A sweep stops after so many failures: then it is the store, and not a session. */
const mostFailures = 10;

/**
 * Sweeps once. A session that cannot be ended holds no other up: it is left for the next sweep, and the first such
 * failure is thrown at the end. Several nodes may sweep at the same time.
 */
export async function sweepSessions({ database, programs, now }: Services): Promise<void> {
  const at = now();
  const idleSince = programs.all.map((program) => ({
    domainKey: program.domainKey,
    since: new Date(at.getTime() - idleMillis(program)),
  }));
  const failures = new Map<string, unknown>();
  for (let found = batch; found === batch; ) {
    const sessions = await expiredSessions(database.db, idleSince, at, {
      limit: batch,
      except: [...failures.keys()],
    });
    found = sessions.length;
    for (const { id } of sessions) {
      await database.db
        .transaction()
        .execute(async (transaction) => {
          if (await endSession(transaction, id, 'expired', at))
            await eraseDraft(transaction, id, 'expired', at);
        })
        .catch((error: unknown) => failures.set(id, error));
      if (failures.size === mostFailures) break;
    }
    if (failures.size === mostFailures) break;
  }
  for (const failure of failures.values()) throw failure;
}
