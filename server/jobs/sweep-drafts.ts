/** Erases the drafts that nobody can come back to any more, within minutes (D28, D55). */
import { eraseDraft } from '../applications/erase-draft.ts';
import { readNow } from '../db/clock.ts';
import { sessionsOfLostDrafts } from '../db/queries/ways-back.ts';
import { inTransaction } from '../db/transactions.ts';
import type { Services } from '../start/services.ts';

const batch = 100;
const hour = 60 * 60_000;

/** Sweeps once; returns how many were erased. One that cannot be erased does not stop the others; its error is thrown at the end. */
export async function sweepDrafts({
  database,
  keys,
  programs,
}: Pick<Services, 'database' | 'keys' | 'programs'>): Promise<number> {
  const now = await readNow(database);
  const changedBefore = programs.all.map(({ domainKey, resume }) => ({
    domainKey,
    before: new Date(now.getTime() - resume.hours * hour),
  }));
  const failures = new Map<string, unknown>();
  let erased = 0;
  for (let found = batch; found === batch; ) {
    const sessions = await sessionsOfLostDrafts(database.db, changedBefore, {
      limit: batch,
      except: [...failures.keys()],
    });
    found = sessions.length;
    for (const id of sessions)
      try {
        if (await inTransaction({ database, keys }, (context) => eraseDraft(context, id, 'timed_out')))
          erased += 1;
      } catch (error) {
        failures.set(id, error);
      }
  }
  for (const failure of failures.values()) throw failure;
  return erased;
}
