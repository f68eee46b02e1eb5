/**
 * Checks audit trails (D32, X14, X21): the events, the applications' rows and the heads that were exported once are read
 * side by side, each in the order of application ids, so that memory does not grow with their number. The rows are opened,
 * because the last event of a trail vouches for them (`vouched-state.ts`). The server may go on writing: what looks broken
 * is checked once more by itself, at one moment, before it is reported.
 *
 * After a run that ended well, a later one may look only at what came since (`verifySince`): at the trails whose head is
 * another one than it was then.
 */
import type { Kysely } from 'kysely';
import { pagesAhead } from '../db/pages-ahead.ts';
import { storedApplicationsFrom } from '../db/queries/application-parts.ts';
import { auditEvents, beforeAllIds, type KeptHead, keptHeads } from '../db/queries/audit-events.ts';
import { submissionsOf } from '../db/queries/submissions.ts';
import type { Tables } from '../db/tables.ts';
import { type AuditFault, beginning, follow } from './audit-chain.ts';
import { breather } from './breather.ts';
import {
  type CheckedTrail,
  checkTrail,
  faultIn,
  headOf,
  type StoredRows,
  type Verifiable,
} from './check-trail.ts';
import { type Lookahead, least, lookahead, taken } from './side-by-side.ts';

export interface AuditReport {
  /** Applications looked at, those counted in `unchanged` among them. */
  applications: number;
  events: number;
  /** Applications of which only the head was looked at. */
  unchanged: number;
  /** The first broken link of each broken trail; the first 1,000 of them. */
  readonly faults: AuditFault[];
  faultCount: number;
  /** The application to go on with, where the time was over before all were looked at. */
  next?: string | undefined;
}

export interface VerifyOptions {
  /** The application id to begin with, to continue an earlier run. */
  readonly from?: string;
  /** Heads that were exported once, sorted by id (`readHeads`): each trail must contain its own. */
  readonly exported?: AsyncIterable<KeptHead>;
  /** Whether to stop; asked before each application. */
  readonly isTimeOver?: () => boolean;
}

/** Checked trails in the order of ids; returns the application to go on with where the time was over. */
export type CheckedTrails = AsyncGenerator<CheckedTrail, string | undefined>;

const faultsKept = 1_000;

/** Checks all trails in full. Throws what reading the exported heads throws; then nothing is verified. */
export async function* verifyTrails(
  store: Verifiable,
  { from = beforeAllIds, exported, isTimeOver = () => false }: VerifyOptions = {},
): CheckedTrails {
  const { keys, database } = store;
  const events = await lookahead(auditEvents(database.db, { from }));
  const kept = await lookahead(storedRows(database.db, from));
  const passed = await lookahead(headsFrom(exported, from));
  const breathe = breather();
  for (;;) {
    await breathe();
    const applicationId = least([events.next?.application_id, kept.next?.row.id, passed.next?.applicationId]);
    if (applicationId === undefined) return undefined;
    if (isTimeOver()) {
      // To its end: only there its signature shows.
      while (passed.next) await passed.advance();
      return applicationId;
    }
    const stored = await taken(kept, ({ row }) => row.id === applicationId);
    const exportedHead = await taken(passed, (head) => head.applicationId === applicationId);
    let followed = beginning(applicationId, exportedHead);
    let count = 0;
    for (; events.next?.application_id === applicationId; await events.advance()) {
      count += 1;
      followed = follow(keys.auditKey, followed, events.next);
    }
    const isWhole = stored && !(await faultIn(keys, followed, stored));
    yield isWhole
      ? { applicationId, events: count, head: headOf(followed, stored) }
      : await checkTrail(store, applicationId, { exported: exportedHead });
  }
}

/** Trails of which the head has changed that are checked at once. */
const checkedAtOnce = 8;

/**
 * Checks what came since an earlier run: in full every application that it has not verified; of the others those with
 * another head than then, from that head on, and their rows. Of those whose head is the same nothing else is looked at:
 * an event before it or a row that was altered since shows in a full run alone.
 *
 * @param verified the heads that the earlier run verified, sorted by id; throws what reading them throws, and then nothing
 *   is verified
 */
export async function* verifySince(
  store: Verifiable,
  verified: AsyncIterable<KeptHead>,
  { isTimeOver = () => false }: Pick<VerifyOptions, 'isTimeOver'> = {},
): CheckedTrails {
  const before = await lookahead(verified);
  const kept = await lookahead(keptHeads(store.database.db));
  const breathe = breather();
  let last = beforeAllIds;
  let waiting: (CheckedTrail | (() => Promise<CheckedTrail>))[] = [];
  async function* released(): AsyncGenerator<CheckedTrail> {
    const released = waiting;
    waiting = [];
    yield* await Promise.all(released.map((one) => (typeof one === 'function' ? one() : one)));
  }
  while (before.next) {
    await breathe();
    const applicationId = least([before.next.applicationId, kept.next?.applicationId]) ?? '';
    if (isTimeOver()) {
      yield* released();
      yield* passedOn(before);
      return applicationId;
    }
    last = applicationId;
    const now = await taken(kept, (head) => head.applicationId === applicationId);
    const then = await taken(before, (head) => head.applicationId === applicationId);
    const isUnchanged =
      now && then && !then.isBroken && now.sequence === then.sequence && now.hash.equals(then.hash);
    waiting.push(
      isUnchanged
        ? { applicationId, events: 0, head: then, isUnchanged: true }
        : () => checkTrail(store, applicationId, then?.isBroken ? { exported: then } : { verified: then }),
    );
    if (
      waiting.length >= pageOfWaiting ||
      waiting.filter((one) => typeof one === 'function').length >= checkedAtOnce
    )
      yield* released();
  }
  yield* released();
  return yield* verifyTrails(store, { from: nextId(last), isTimeOver });
}

/** The heads that are left of an earlier run, to their end: the next run begins with them again. */
async function* passedOn(before: Lookahead<KeptHead>): AsyncGenerator<CheckedTrail> {
  for (; before.next; await before.advance()) {
    const { applicationId, ...head } = before.next;
    yield { applicationId, events: 0, head, isPassedOn: true };
  }
}

/** Checked trails that wait for one before them, so that all come in their order. */
const pageOfWaiting = 1_000;

/** The id after another one. */
function nextId(id: string): string {
  const next = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return next.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Checks all trails in full, and returns what was found. */
export async function verifyAuditTrail(store: Verifiable, options: VerifyOptions = {}): Promise<AuditReport> {
  const report = newReport();
  for await (const _ of reported(verifyTrails(store, options), report));
  return report;
}

export function newReport(): AuditReport {
  return { applications: 0, events: 0, unchanged: 0, faults: [], faultCount: 0 };
}

/** Notes checked trails in a report, and passes on their heads, those too that broken ones should have led to. */
export async function* reported(trails: CheckedTrails, report: AuditReport): AsyncGenerator<KeptHead> {
  for (;;) {
    const { done, value } = await trails.next();
    if (done) {
      report.next = value;
      return;
    }
    const { applicationId, events, head, fault, isUnchanged, isPassedOn } = value;
    if (isPassedOn && head) {
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

const rowsAtOnce = 100;

function storedRows(db: Kysely<Tables>, from: string): AsyncGenerator<StoredRows> {
  return pagesAhead(rowsAtOnce, async (last: StoredRows | undefined) => {
    const page = await storedApplicationsFrom(db, last ? { after: last.row.id } : { at: from }, rowsAtOnce);
    const submissions = await submissionsOf(
      db,
      page.map(({ row }) => row.id),
    );
    return page.map((stored) => ({ ...stored, submission: submissions.get(stored.row.id) }));
  });
}

async function* headsFrom(
  heads: AsyncIterable<KeptHead> | undefined,
  from: string,
): AsyncGenerator<KeptHead> {
  for await (const head of heads ?? []) if (head.applicationId >= from) yield head;
}
