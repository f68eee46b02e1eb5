/**
 * Removes the mail files of erased drafts, if mails are written to files (D34, D55), because they contain the address of a resume
 * link. The purge removes the confirmations of submitted applications (D38).
 */
import { dropJob, mailsOfErased } from '../db/queries/outbox.ts';
import { removeMailFile } from '../delivery/mailer.ts';
import type { Services } from '../services.ts';

const batch = 100;

/** Sweeps once. Files are deleted before the rows that name them, so an interrupted sweep finds them again. */
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
