/** Erases submitted applications and their data keys after the retention period (D38). Status, times and audit trail remain. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAudited, stateOfRow } from '../applications/audited-state.ts';
import { changedRow } from '../applications/row-change.ts';
import { readNow, type Timed } from '../db/clock.ts';
import { storedApplicationsOf } from '../db/queries/application-parts.ts';
import type { ApplicationRow } from '../db/queries/applications.ts';
import { deleteResponsesOf } from '../db/queries/idempotent-responses.ts';
import type { JobOfKept, KeptApplication, PurgePage } from '../db/queries/retention/purge.ts';
import {
  clearRows,
  eraseRowsOf,
  jobsOf,
  lastDecisions,
  lockUnpurged,
  pageOfSubmitted,
} from '../db/queries/retention/purge.ts';
import { deliveriesFolder } from '../delivery/directory-delivery.ts';
import { mailFolder, removeMailFile } from '../delivery/mailer.ts';
import { removeDrafts } from '../files/durable-file.ts';
import { mostRetentionMonths } from '../programs/program-settings.ts';
import type { Programs } from '../programs/programs.ts';
import { inTransaction } from '../security/in-transaction.ts';
import type { StoreKeys } from '../security/installation-key.ts';

interface PurgeContext {
  readonly database: Timed;
  readonly keys: StoreKeys;
  readonly programs: Programs;
  readonly settings: { readonly dataDir: string };
  /** Name of the operator who runs the purge, for the audit trail. */
  readonly operator: string;
  /** Called about every 10 s with a line that says how many applications the purge has processed so far. */
  readonly tell?: (line: string) => void;
}

const tellMillis = 10_000;

/** Milliseconds after which a half-written file is assumed to be left over from a killed server. */
const draftMillis = 24 * 60 * 60_000;

/** Maximum number of applications that one query reads. */
const pageSize = 500;

/** Milliseconds that each batch should take. The duration of a batch determines the size of the next batch. */
const batchMillis = 200;
/** The minimum and maximum number of applications in a batch, and the number in the first batch. */
const [fewest, most, first] = [5, 500, 50];

/** Returns the time `months` calendar months before `moment`, in UTC. If the month has no such day, uses its last day. */
export function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment);
  before.setUTCDate(1);
  before.setUTCMonth(before.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate();
  before.setUTCDate(Math.min(moment.getUTCDate(), lastDay));
  return before;
}

/**
 * Purges applications after their retention period, which begins at the submission, or at the last decision or withdrawal. Keeps
 * applications with an unsent delivery, and altered ones, because another audit event would confirm the alteration. Each batch
 * has its own transaction. Also removes half-written files of killed servers. With `dryRun`, only counts the applications.
 */
export async function purgeApplications(context: PurgeContext, { dryRun }: { readonly dryRun: boolean }) {
  const { database, programs, settings, tell } = context;
  const now = await readNow(database);
  if (!dryRun)
    for (const folder of [mailFolder(settings.dataDir), deliveriesFolder(settings.dataDir)])
      await removeDrafts(folder, new Date(now.getTime() - draftMillis));
  // For a program that isn't loaded, use the longest retention period, because an application erased too early can't be restored.
  const monthsOf = (domainKey: string) =>
    programs.all.find((program) => program.domainKey === domainKey)?.retentionMonths ?? mostRetentionMonths;
  const months = programs.all.map(({ retentionMonths }) => retentionMonths);
  const before = monthsBefore(now, Math.min(mostRetentionMonths, ...months));

  const purged: Record<string, number> = {};
  /** The ids of applications that are kept after their retention period: with an unsent delivery, or altered. */
  const [undelivered, altered]: [string[], string[]] = [[], []];
  let done = 0;
  let batchSize = first;
  let after: PurgePage['next'];
  let reportedAt = performance.now();
  do {
    const page: PurgePage = await pageOfSubmitted(database.db, before, after, pageSize);
    const keptSince = ({ domainKey }: KeptApplication) => monthsBefore(now, monthsOf(domainKey));
    const due = await dueAmong(context, page.applications, keptSince);
    while (due.length > 0) {
      const batch = due.splice(0, batchSize);
      const begun = performance.now();
      const outcome = await purgeBatch(context, batch, monthsOf, dryRun);
      undelivered.push(...outcome.undelivered);
      altered.push(...outcome.altered);
      for (const { id, domainKey } of batch)
        if (outcome.purged.includes(id)) purged[domainKey] = (purged[domainKey] ?? 0) + 1;
      done += batch.length;
      const fitting = Math.round((batchSize * batchMillis) / Math.max(performance.now() - begun, 1));
      batchSize = Math.min(most, Math.max(fewest, fitting));
    }
    after = page.next;
    if (performance.now() - reportedAt > tellMillis) {
      reportedAt = performance.now();
      tell?.(`${done} so far`);
    }
  } while (after);
  return { purged, undelivered, altered };
}

/** Returns the given applications whose retention period is over. */
async function dueAmong(
  { database }: PurgeContext,
  applications: readonly KeptApplication[],
  keptSince: (application: KeptApplication) => Date,
): Promise<KeptApplication[]> {
  const old = applications.filter((one) => one.submittedDateTime <= keptSince(one));
  if (old.length === 0) return [];
  const steps = await lastDecisions(database.db, idsOf(old));
  return old.filter((one) => (steps.get(one.id) ?? one.submittedDateTime) <= keptSince(one));
}

/** Purges a batch of applications. Returns the ids of the purged applications, and the ids of the kept applications by reason. */
async function purgeBatch(
  { database, keys, settings, operator }: PurgeContext,
  batch: readonly KeptApplication[],
  monthsOf: (domainKey: string) => number,
  dryRun: boolean,
): Promise<Readonly<Record<'purged' | 'undelivered' | 'altered', readonly string[]>>> {
  const stored = await storedApplicationsOf(database.db, idsOf(batch));
  const intact = stored.filter((one) => isAudited(keys, one));
  const states = new Map(intact.map(({ row }) => [row.id, stateOfRow(row)]));
  const altered = idsOf(stored.map(({ row }) => row)).filter((id) => !states.has(id));
  const jobs = await jobsOf(database.db, idsOf(batch));
  const undelivered = new Set(jobs.filter(isUndelivered).map(({ applicationId }) => applicationId));
  const purging = [...states.keys()].filter((id) => !undelivered.has(id));
  if (dryRun) return { purged: purging, undelivered: [...undelivered], altered };
  // Delete files before the rows that contain their names, so after an interruption, the next run finds the remaining files.
  const sent = jobs.filter(({ applicationId }) => purging.includes(applicationId));
  await Promise.all(sent.map(({ id }) => removeFiles(settings.dataDir, id)));
  const purged = await inTransaction({ database, keys }, async (context) => {
    const { transaction } = context;
    const locked = await lockUnpurged(transaction, purging);
    // Another delivery may have been requested since the jobs were read, or a row may have been changed since it was checked.
    const requested = (await jobsOf(transaction, purging)).filter(isUndelivered);
    for (const { applicationId } of requested) undelivered.add(applicationId);
    const isChecked = (row: ApplicationRow) => states.get(row.id)?.equals(stateOfRow(row));
    const rows = locked.filter((row) => isChecked(row) && !undelivered.has(row.id));
    if (rows.length === 0) return [];
    await eraseRowsOf(transaction, idsOf(rows), 'submitted');
    await deleteResponsesOf(transaction, ...rows.map(({ session_id }) => session_id));
    const changes = rows.map((row) => {
      const detail = { operator, retentionMonths: monthsOf(row.domain_key) };
      const emptied = { ...emptyContent, version: row.version + 1 };
      return changedRow(context, row, emptied, [{ type: 'purged', detail }]);
    });
    await clearRows(
      transaction,
      changes.map(({ after }) => after),
      changes.flatMap(({ events }) => events),
    );
    return idsOf(rows);
  });
  for (const id of purged) keys.forget(id);
  return { purged, undelivered: [...undelivered], altered };
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

/** The empty values of the columns that a purge clears in an application's row. */
const emptyContent = { answers: {}, sealed: {}, disclosures: {}, sections: {}, data_key: null };

/** Returns whether a job is an unsent delivery. Unsent emails don't prevent a purge: after so long, they are useless. */
function isUndelivered({ kind, isDone }: JobOfKept): boolean {
  return !isDone && (kind === 'delivery' || kind === 'documents');
}

async function removeFiles(dataDir: string, jobId: string): Promise<void> {
  await removeMailFile(dataDir, jobId);
  await rm(join(deliveriesFolder(dataDir), `${jobId}.jwe`), { force: true });
}
