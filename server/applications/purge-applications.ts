/**
 * Retention (D38): what was submitted is erased once its retention time is over, for good, because its data key is
 * erased too. Id, reference number, program, store, times, status and the audit trail stay: they prove that there was
 * an application and what became of it.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Timed } from '../db/clock.ts';
import { readNow } from '../db/clock.ts';
import { lockApplicationRow } from '../db/queries/applications.ts';
import { deleteResponsesOf } from '../db/queries/idempotent-responses.ts';
import type { KeptApplication, PurgePage } from '../db/queries/retention.ts';
import { eraseRowsOf, pageOfSubmitted, unfinishedKinds } from '../db/queries/retention.ts';
import { inTransaction } from '../db/transactions.ts';
import { removeMailFile } from '../delivery/mailer.ts';
import { removeDrafts } from '../files/durable-file.ts';
import { programDefaults } from '../programs/program-settings.ts';
import type { Programs } from '../programs/programs.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { updateApplication } from './transaction-context.ts';

/** What a purge works with. */
export interface PurgeContext {
  readonly database: Timed;
  readonly keys: StoreKeys;
  readonly programs: Programs;
  readonly settings: { readonly dataDir: string };
  /** The operator who runs it, for the audit trail. */
  readonly operator: string;
}

export interface PurgeOutcome {
  /** Applications purged, or that would be, per program. */
  readonly purged: Readonly<Record<string, number>>;
  /** Ids of applications whose time is over but which are not yet delivered to their provider: they stay. */
  readonly undelivered: readonly string[];
}

/** Milliseconds after which a half-written file is surely abandoned. */
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
 * withdrawal. Each is a short transaction of its own, so that an interrupted run is finished by the next; a purged
 * application is not touched again. An application with an undelivered delivery, dead ones included, is left. Mail and
 * delivery files that a killed server left half written are removed too.
 *
 * @param dryRun only looks
 */
export async function purgeApplications(
  context: PurgeContext,
  { dryRun }: { readonly dryRun: boolean },
): Promise<PurgeOutcome> {
  const { database, programs, settings } = context;
  const now = await readNow(database);
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
      if (!(await purge(context, application, months, dryRun))) undelivered.push(application.id);
      else purged[application.domainKey] = (purged[application.domainKey] ?? 0) + 1;
    }
    after = page.next;
  } while (after);
  return { purged, undelivered };
}

/** Purges one application; returns false where it has to stay. */
async function purge(
  { database, keys, settings, operator }: PurgeContext,
  { id, jobs }: KeptApplication,
  retentionMonths: number,
  dryRun: boolean,
): Promise<boolean> {
  if (jobs.some(isUndelivered)) return false;
  if (dryRun) return true;
  // Files go before the rows that name them: a run cut short in between then finds them again.
  for (const job of jobs) await removeFiles(settings.dataDir, job.id);
  return inTransaction({ database, keys }, async (context) => {
    const { transaction } = context;
    const row = await lockApplicationRow(transaction, id);
    if (row.data_key === null) return true;
    // Meanwhile someone may have asked for another delivery.
    if ((await unfinishedKinds(transaction, id)).some(isDelivery)) return false;
    await eraseRowsOf(transaction, id, 'submitted');
    await deleteResponsesOf(transaction, row.session_id);
    const detail = { operator, retentionMonths };
    const emptied = { answers: {}, sealed: {}, disclosures: {}, sections: {}, data_key: null };
    const changes = { ...emptied, version: row.version + 1 };
    await updateApplication(context, row, changes, [{ type: 'purged', detail }]);
    keys.forget(id);
    return true;
  });
}

/** A mail that was never sent does not stop a purge: it would come two years late. */
function isDelivery(kind: string): boolean {
  return kind === 'delivery' || kind === 'documents';
}

function isUndelivered({ kind, done }: KeptApplication['jobs'][number]): boolean {
  return !done && isDelivery(kind);
}

/** The files that mails and deliveries were written to, where no server takes them (D33, D34). */
async function removeFiles(dataDir: string, jobId: string): Promise<void> {
  await removeMailFile(dataDir, jobId);
  await rm(join(dataDir, 'deliveries', `${jobId}.jwe`), { force: true });
}
