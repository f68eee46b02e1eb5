/** Ends expired sessions, and erases the drafts of which nobody can come back to, within minutes of their expiry (D28, D55). */

import { keepOrEraseDraft } from '../applications/erase-draft.ts';
import { readNow } from '../db/clock.ts';
import type { ExpiryReason } from '../db/queries/sessions.ts';
import { endSession, expiredSessions } from '../db/queries/sessions.ts';
import { inTransaction } from '../db/transactions.ts';
import { idleMillis } from '../security/sessions.ts';
import type { Services } from '../start/services.ts';

const batch = 100;

/** A sweep stops after this many failures: then the store is at fault, not a session. */
const mostFailures = 10;

/** Called for each session that a sweep has ended; `withDraft`: it had a draft, which was erased. */
export type ObserveEnd = (reason: ExpiryReason, withDraft: boolean) => void;

/**
 * Sweeps once. A session that cannot be ended does not stop the others: it is left for the next sweep, and the first
 * such error is thrown at the end. Several nodes may sweep at the same time.
 */
export async function sweepSessions(
  { database, keys, programs }: Pick<Services, 'database' | 'keys' | 'programs'>,
  observe: ObserveEnd,
): Promise<void> {
  const now = await readNow(database);
  const idleSince = programs.all.map((program) => ({
    domainKey: program.domainKey,
    since: new Date(now.getTime() - idleMillis(program)),
  }));
  const failures = new Map<string, unknown>();
  for (let found = batch; found === batch; ) {
    const sessions = await expiredSessions(database.db, idleSince, now, {
      limit: batch,
      except: [...failures.keys()],
    });
    found = sessions.length;
    for (const { id, reason } of sessions) {
      try {
        const ended = await inTransaction(
          { database, keys },
          async (context) =>
            (await endSession(context, id, 'expired')) && {
              draft: await keepOrEraseDraft(context, id, 'expired'),
            },
        );
        if (ended) observe(reason, ended.draft);
      } catch (error) {
        failures.set(id, error);
      }
      if (failures.size === mostFailures) break;
    }
    if (failures.size === mostFailures) break;
  }
  for (const failure of failures.values()) throw failure;
}
