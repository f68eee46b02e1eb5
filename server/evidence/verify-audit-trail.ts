/** Verifies all audit trails and the rows whose hashes they contain (D32, X14, X21), in the order of ids to limit memory. */
import type { Kysely } from 'kysely';
import { beforeAllIds, pagesAhead } from '../db/pages.ts';
import { storedApplicationsFrom } from '../db/queries/application-parts.ts';
import { auditEvents, type KeptHead, keptHeads } from '../db/queries/audit-events.ts';
import { submissionsOf } from '../db/queries/submissions.ts';
import type { Tables } from '../db/tables.ts';
import { type AuditFault, startTrail, verifyEvent } from './audit-chain.ts';
import {
  type CheckedTrail,
  checkTrail,
  faultIn,
  headOf,
  type StoredRows,
  type Verifiable,
} from './check-trail.ts';
import { eventLoopYielder } from './event-loop.ts';
import { type Lookahead, least, lookahead, takeIf } from './lookahead.ts';

/**
 * The counts of a verification. `unchanged` counts the applications whose head is the same as in an earlier run. Apart from their
 * heads, nothing about these applications was checked.
 */
export type AuditReport = Record<'applications' | 'events' | 'unchanged' | 'faultCount', number> & {
  /** The first fault of each broken trail, for at most 1,000 trails. */
  readonly faults: AuditFault[];
  /** The id of the application from which to continue, if time ran out before all applications were checked. */
  next?: string | undefined;
};

export interface VerifyOptions {
  /** The id of the application from which to start. Set it to continue an earlier run. */
  readonly from?: string;
  /** Exported heads, sorted by id (`readHeads`). Each trail must contain its exported head. */
  readonly exported?: AsyncIterable<KeptHead>;
  /** Returns whether to stop the run. Called before each application. */
  readonly isTimeOver?: () => boolean;
}

/** Yields checked trails in the order of ids. If time ran out, returns the id of the application from which to continue. */
export type CheckedTrails = AsyncGenerator<CheckedTrail, string | undefined>;

const faultsKept = 1_000;

/**
 * Verifies trails completely, in the order of ids, starting with `from`, until `isTimeOver` returns true. If reading the exported
 * heads throws, this throws the same error, and all results are invalid.
 */
export async function* verifyTrails(
  store: Verifiable,
  { from = beforeAllIds, exported, isTimeOver = () => false }: VerifyOptions = {},
): CheckedTrails {
  const { keys, database } = store;
  const events = await lookahead(auditEvents(database.db, { from }));
  const kept = await lookahead(storedRows(database.db, from));
  const exportedHeads = await lookahead(headsFrom(exported, from));
  const yieldIfDue = eventLoopYielder();
  for (;;) {
    await yieldIfDue();
    const ids = [events.next?.application_id, kept.next?.row.id, exportedHeads.next?.applicationId];
    const applicationId = least(ids);
    if (applicationId === undefined) return undefined;
    if (isTimeOver()) {
      // Read all exported heads, because the signature of their file is verified only at its end.
      while (exportedHeads.next) await exportedHeads.advance();
      return applicationId;
    }
    const stored = await takeIf(kept, ({ row }) => row.id === applicationId);
    const exportedHead = await takeIf(exportedHeads, (head) => head.applicationId === applicationId);
    let progress = startTrail(applicationId, exportedHead);
    let count = 0;
    for (; events.next?.application_id === applicationId; await events.advance()) {
      count += 1;
      progress = verifyEvent(keys.auditKey, progress, events.next);
    }
    const isWhole = stored && !(await faultIn(keys, progress, stored));
    yield isWhole
      ? { applicationId, events: count, head: headOf(progress, stored) }
      : await checkTrail(store, applicationId, { exported: exportedHead });
  }
}

const parallelChecks = 8;

/**
 * Checks only changes since an earlier run. For new and broken trails, checks the rows and all events. For changed trails, checks
 * the rows, and only the events since that run. Only a complete run finds other alterations. `verified` contains the earlier
 * run's heads, sorted by id. If reading them throws, this throws the same error, and all results are invalid.
 */
export async function* verifySince(
  store: Verifiable,
  verified: AsyncIterable<KeptHead>,
  { isTimeOver = () => false }: Pick<VerifyOptions, 'isTimeOver'> = {},
): CheckedTrails {
  const before = await lookahead(verified);
  const kept = await lookahead(keptHeads(store.database.db));
  const yieldIfDue = eventLoopYielder();
  let last = beforeAllIds;
  /** Results that have not been yielded yet and checks that have not been started, in the order of ids. */
  const waiting: (CheckedTrail | (() => Promise<CheckedTrail>))[] = [];
  async function* checkWaiting(): AsyncGenerator<CheckedTrail> {
    yield* await Promise.all(waiting.splice(0).map((one) => (typeof one === 'function' ? one() : one)));
  }
  while (before.next) {
    await yieldIfDue();
    const applicationId = least([before.next.applicationId, kept.next?.applicationId]) ?? '';
    if (isTimeOver()) {
      yield* checkWaiting();
      yield* skippedHeads(before);
      return applicationId;
    }
    last = applicationId;
    const now = await takeIf(kept, (head) => head.applicationId === applicationId);
    const then = await takeIf(before, (head) => head.applicationId === applicationId);
    const isUnchanged =
      now && then && !then.isBroken && now.sequence === then.sequence && now.hash.equals(then.hash);
    waiting.push(
      isUnchanged
        ? { applicationId, events: 0, head: then, isUnchanged: true }
        : () => checkTrail(store, applicationId, then?.isBroken ? { exported: then } : { verified: then }),
    );
    const checks = waiting.filter((one) => typeof one === 'function').length;
    if (waiting.length >= mostWaiting || checks >= parallelChecks) yield* checkWaiting();
  }
  yield* checkWaiting();
  return yield* verifyTrails(store, { from: nextId(last), isTimeOver });
}

/** Yields the remaining heads of an earlier run as skipped, so that the next run starts from these heads. */
async function* skippedHeads(before: Lookahead<KeptHead>): AsyncGenerator<CheckedTrail> {
  for (; before.next; await before.advance()) {
    const { applicationId, ...head } = before.next;
    yield { applicationId, events: 0, head, isSkipped: true };
  }
}

/** Maximum number of results and checks in `waiting`. They wait because trails are yielded in the order of ids. */
const mostWaiting = 1_000;

function nextId(id: string): string {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

export function newReport(): AuditReport {
  return { applications: 0, events: 0, unchanged: 0, faults: [], faultCount: 0 };
}

/** Adds checked trails to a report, and yields their heads. For a broken trail, yields the head that the trail should contain. */
export async function* reported(trails: CheckedTrails, report: AuditReport): AsyncGenerator<KeptHead> {
  for (;;) {
    const { done, value } = await trails.next();
    if (done) {
      report.next = value;
      return;
    }
    const { applicationId, events, head, fault, isUnchanged, isSkipped } = value;
    if (isSkipped && head) {
      yield { applicationId, ...head };
      continue;
    }
    report.events += events;
    if (fault ? fault.kind !== 'no_application' : head) report.applications += 1;
    if (isUnchanged) report.unchanged += 1;
    if (fault) {
      report.faultCount += 1;
      if (report.faults.length < faultsKept) report.faults.push(fault);
    }
    if (head) yield { applicationId, ...head };
  }
}

const rowsPerPage = 100;

function storedRows(db: Kysely<Tables>, from: string): AsyncGenerator<StoredRows> {
  return pagesAhead(rowsPerPage, async (last: StoredRows | undefined) => {
    const page = await storedApplicationsFrom(db, last ? '>' : '>=', last?.row.id ?? from, rowsPerPage);
    const ids = page.map(({ row }) => row.id);
    const submissions = await submissionsOf(db, ids);
    return page.map((stored) => ({ ...stored, submission: submissions.get(stored.row.id) }));
  });
}

async function* headsFrom(heads: VerifyOptions['exported'], from: string): AsyncGenerator<KeptHead> {
  for await (const head of heads ?? []) if (head.applicationId >= from) yield head;
}
