/**
 * Checks every audit trail (D32, X14): the events, the heads in the applications' rows and those that were exported
 * once are read side by side, each in the order of application ids, so that memory does not grow with their number. The
 * server may go on writing: a trail that looks broken is checked once more by itself, at one moment, before it is
 * reported.
 */
import type { Kysely } from 'kysely';
import type { AuditHead } from '../db/queries/audit-events.ts';
import {
  auditEvents,
  beforeAllIds,
  type KeptHead,
  keptHeadOf,
  keptHeads,
} from '../db/queries/audit-events.ts';
import type { Tables } from '../db/tables.ts';
import { readAtOneMoment } from '../db/transactions.ts';
import { type AuditFault, beginning, faultOf, follow } from './audit-chain.ts';

export interface AuditReport {
  readonly applications: number;
  readonly events: number;
  /** The first broken link of each broken trail; the first 1,000 of them. */
  readonly faults: readonly AuditFault[];
  readonly faultCount: number;
}

export interface VerifyOptions {
  /** The application id to begin with, to continue an earlier run. */
  readonly from?: string;
  /** Heads that were exported once, sorted by id (`readHeads`): each trail must contain its own. */
  readonly exported?: AsyncIterable<KeptHead>;
}

const faultsKept = 1_000;

/**
 * Verifies all trails, thousands of applications a second. Throws what reading the exported heads throws; then nothing
 * is verified.
 */
export async function verifyAuditTrail(
  db: Kysely<Tables>,
  { from = beforeAllIds, exported }: VerifyOptions = {},
): Promise<AuditReport> {
  const report = { applications: 0, events: 0, faultCount: 0 };
  const faults: AuditFault[] = [];
  const events = await lookahead(auditEvents(db, { from }));
  const kept = await lookahead(keptHeads(db, from));
  const passed = await lookahead(headsFrom(exported, from));
  for (;;) {
    const applicationId = least([
      events.next?.application_id,
      kept.next?.applicationId,
      passed.next?.applicationId,
    ]);
    if (applicationId === undefined) return { ...report, faults };
    const keptHead = await taken(kept, applicationId);
    const exportedHead = await taken(passed, applicationId);
    let followed = beginning(applicationId, exportedHead);
    for (; events.next?.application_id === applicationId; await events.advance()) {
      report.events += 1;
      followed = follow(followed, events.next);
    }
    if (keptHead) report.applications += 1;
    const fault = faultOf(followed, keptHead) && (await verifyApplication(db, applicationId, exportedHead));
    if (!fault) continue;
    report.faultCount += 1;
    if (faults.length < faultsKept) faults.push(fault);
  }
}

/** A source that is read item by item, with the next item already known. */
interface Lookahead<T> {
  /** Undefined at the end. */
  readonly next: T | undefined;
  readonly advance: () => Promise<void>;
}

async function lookahead<T>(source: AsyncIterable<T>): Promise<Lookahead<T>> {
  const iterator = source[Symbol.asyncIterator]();
  let next: T | undefined;
  const advance = async () => {
    const result = await iterator.next();
    next = result.done ? undefined : result.value;
  };
  await advance();
  return {
    get next() {
      return next;
    },
    advance,
  };
}

/** Takes the head of an application, if it is the next one. */
async function taken(heads: Lookahead<KeptHead>, applicationId: string): Promise<AuditHead | undefined> {
  const { next } = heads;
  if (next?.applicationId !== applicationId) return undefined;
  await heads.advance();
  return next;
}

async function* headsFrom(
  heads: AsyncIterable<KeptHead> | undefined,
  from: string,
): AsyncGenerator<KeptHead> {
  for await (const head of heads ?? []) if (head.applicationId >= from) yield head;
}

/** Ids are compared as the database sorts them. */
function least(ids: readonly (string | undefined)[]): string | undefined {
  return ids.reduce((one, other) =>
    one === undefined || (other !== undefined && other < one) ? other : one,
  );
}

/** Verifies one trail as it is at one moment; returns its first fault. */
function verifyApplication(
  db: Kysely<Tables>,
  applicationId: string,
  exported?: AuditHead,
): Promise<AuditFault | undefined> {
  return readAtOneMoment(db, async (transaction) => {
    const kept = await keptHeadOf(transaction, applicationId);
    let followed = beginning(applicationId, exported);
    for await (const row of auditEvents(transaction, { only: applicationId }))
      followed = follow(followed, row);
    return faultOf(followed, kept);
  });
}
