/**
 * Removes the mails of erased drafts that were written as files, where no server takes mails (D34, D55): they hold the address
 * that a link went to. The confirmations of submitted applications go with their purge (D38).
 */
import { dropJob, mailsOfErased } from '../db/queries/outbox.ts';
import { removeMailFile } from '../delivery/mailer.ts';
import type { Services } from '../services.ts';

const batch = 100;

/** Sweeps once. Files go before the rows that name them: a sweep cut short in between then finds them again. */
export async function sweepMailFiles({
  database,
  settings,
}: Pick<Services, 'database' | 'settings'>): Promise<void> {
  if (settings.smtpUrl !== undefined) return;
  for (let found = batch; found === batch; ) {
    const jobs = await mailsOfErased(database.db, batch);
    found = jobs.length;
    for (const id of jobs) {
      await removeMailFile(settings.dataDir, id);
      await dropJob(database.db, id);
    }
  }
}
