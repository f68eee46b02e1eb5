/**
 * Retention (D38): what was submitted is erased once its time is over, for good, since its data key goes too. Id,
 * reference number, program, store, times, status and the audit trail stay, so that it can still be shown that there
 * was an application and what became of it.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeDrafts } from '../durable-file.ts';
import { programDefaults } from '../program-settings.ts';
import type { Programs } from '../programs.ts';
import { lockApplicationRow } from '../store/applications.ts';
import type { Database } from '../store/database.ts';
import type { KeptApplication, PurgePage } from '../store/retention.ts';
import { eraseSubmitted, pageOfSubmitted, unfinishedKinds } from '../store/retention.ts';
import { updateApplication } from './application-writer.ts';

/** What a purge works with. */
export interface Purging {
  readonly database: Pick<Database, 'db'>;
  readonly programs: Programs;
  readonly settings: { readonly dataDir: string };
  readonly now: () => Date;
  /** Who has it done, for the audit trail. */
  readonly operator: string;
}

export interface PurgeOutcome {
  /** Applications purged, or that would be, per program. */
  readonly purged: Readonly<Record<string, number>>;
  /** Ids of applications whose time is over but whose delivery to the provider is still to be made: they stay. */
  readonly undelivered: readonly string[];
}

/** Nobody writes a file for longer, in milliseconds. */
const draftMillis = 24 * 60 * 60_000;

/** Applications looked at per query. */
const batch = 200;

/** The moment so many calendar months before another, in UTC; at most the last day of that month. */
export function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment);
  before.setUTCDate(1);
  before.setUTCMonth(before.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate();
  before.setUTCDate(Math.min(moment.getUTCDate(), lastDay));
  return before;
}

/**
 * Purges every application whose time is over. The time runs from the submission, or from a later decision or
 * withdrawal. Each is a short transaction of its own, so that an interrupted run is taken up by the next; one that was
 * purged is not touched again. An application with an undelivered delivery, dead ones included, is left. What a server
 * that was killed has left half written of mails and deliveries goes too.
 *
 * @param dryRun only looks
 */
export async function purgeApplications(
  purging: Purging,
  { dryRun }: { readonly dryRun: boolean },
): Promise<PurgeOutcome> {
  const { database, programs, settings } = purging;
  const now = purging.now();
  if (!dryRun)
    for (const folder of ['mail', 'deliveries'])
      await removeDrafts(join(settings.dataDir, folder), new Date(now.getTime() - draftMillis));
  const monthsOf = (domainKey: string) =>
    programs.all.find((program) => program.domainKey === domainKey)?.retentionMonths ??
    programDefaults.retentionMonths;
  const shortest = Math.min(
    programDefaults.retentionMonths,
    ...programs.all.map(({ retentionMonths }) => retentionMonths),
  );
  const before = monthsBefore(now, shortest);

  const purged: Record<string, number> = {};
  const undelivered: string[] = [];
  let after: PurgePage['next'];
  do {
    const page: PurgePage = await pageOfSubmitted(database.db, before, after, batch);
    for (const application of page.applications) {
      const months = monthsOf(application.domainKey);
      if (application.since > monthsBefore(now, months)) continue;
      if (!(await purge(purging, application, months, dryRun))) undelivered.push(application.id);
      else purged[application.domainKey] = (purged[application.domainKey] ?? 0) + 1;
    }
    after = page.next;
  } while (after);
  return { purged, undelivered };
}

/** Purges one; answers false where it has to stay. */
async function purge(
  purging: Purging,
  { id, jobs }: KeptApplication,
  retentionMonths: number,
  dryRun: boolean,
): Promise<boolean> {
  const { database, settings, operator } = purging;
  if (jobs.some(isUndelivered)) return false;
  if (dryRun) return true;
  // Before the rows, which name these files: a run cut short in between finds them again.
  for (const job of jobs) await removeFiles(settings.dataDir, job.id);
  return database.db.transaction().execute(async (transaction) => {
    const row = await lockApplicationRow(transaction, id);
    if (row.data_key === null) return true;
    // Meanwhile someone may have asked for another delivery.
    if ((await unfinishedKinds(transaction, id)).some(isDelivery)) return false;
    await eraseSubmitted(transaction, row);
    const detail = { operator, retentionMonths };
    const emptied = { answers: {}, sealed: {}, disclosures: {}, sections: {}, data_key: null };
    const changes = { ...emptied, version: row.version + 1 };
    await updateApplication({ transaction, now: purging.now() }, row, changes, [{ type: 'purged', detail }]);
    return true;
  });
}

/** A mail that was never sent holds nothing up: it would come two years late. */
function isDelivery(kind: string): boolean {
  return kind !== 'mail';
}

function isUndelivered({ kind, done }: KeptApplication['jobs'][number]): boolean {
  return !done && isDelivery(kind);
}

/** The copies that the embedded defaults wrote of what was sent (D33, D34). */
async function removeFiles(dataDir: string, jobId: string): Promise<void> {
  await rm(join(dataDir, 'mail', `${jobId}.eml`), { force: true });
  await rm(join(dataDir, 'deliveries', `${jobId}.jwe`), { force: true });
}
