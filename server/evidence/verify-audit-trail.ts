/**
 * Checks every audit trail (D32, X14, X21): the events, the applications' rows and the heads that were exported once are
 * read side by side, each in the order of application ids, so that memory does not grow with their number. The rows are
 * opened, because the last event of a trail vouches for them (`vouched-state.ts`). The server may go on writing: what
 * looks broken is checked once more by itself, at one moment, before it is reported.
 */
import type { Kysely } from 'kysely';
import { auditHeadOf, openIfKept } from '../applications/application-record.ts';
import { readSubmission } from '../applications/submission-record.ts';
import { checkVouched, IntegrityError } from '../applications/vouched-state.ts';
import { type StoredApplication, storedApplicationsFrom } from '../db/queries/application-parts.ts';
import type { AuditHead } from '../db/queries/audit-events.ts';
import { auditEvents, beforeAllIds, type KeptHead } from '../db/queries/audit-events.ts';
import type { Tables } from '../db/tables.ts';
import { readAtOneMoment } from '../db/transactions.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { EncryptionError } from '../security/sealing.ts';
import { type AuditFault, beginning, type Followed, faultOf, follow } from './audit-chain.ts';

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

/** What is read, and the keys to open it with. */
export interface Verifiable {
  readonly database: { readonly db: Kysely<Tables> };
  readonly keys: StoreKeys;
}

/**
 * Verifies all trails, hundreds of applications a second. Throws what reading the exported heads throws; then nothing is
 * verified.
 */
export async function verifyAuditTrail(
  store: Verifiable,
  { from = beforeAllIds, exported }: VerifyOptions = {},
): Promise<AuditReport> {
  const report = { applications: 0, events: 0, faultCount: 0 };
  const faults: AuditFault[] = [];
  const { keys } = store;
  const { db } = store.database;
  const events = await lookahead(auditEvents(db, { from }));
  const kept = await lookahead(storedApplications(db, from));
  const passed = await lookahead(headsFrom(exported, from));
  for (;;) {
    const applicationId = least([events.next?.application_id, kept.next?.row.id, passed.next?.applicationId]);
    if (applicationId === undefined) return { ...report, faults };
    const stored = await taken(kept, ({ row }) => row.id === applicationId);
    const exportedHead = await taken(passed, (head) => head.applicationId === applicationId);
    let followed = beginning(applicationId, exportedHead);
    for (; events.next?.application_id === applicationId; await events.advance()) {
      report.events += 1;
      followed = follow(keys.auditKey, followed, events.next);
    }
    if (stored) report.applications += 1;
    if (!(await faultIn(store, followed, stored))) continue;
    const fault = await verifyApplication(store, applicationId, exportedHead);
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

/** Takes the next one, if it is meant. */
async function taken<T>(source: Lookahead<T>, isMeant: (next: T) => boolean): Promise<T | undefined> {
  const { next } = source;
  if (next === undefined || !isMeant(next)) return undefined;
  await source.advance();
  return next;
}

const rowsAtOnce = 100;

async function* storedApplications(db: Kysely<Tables>, from: string): AsyncGenerator<StoredApplication> {
  for (let last: string | undefined; ; ) {
    const page = await storedApplicationsFrom(
      db,
      last === undefined ? { at: from } : { after: last },
      rowsAtOnce,
    );
    yield* page;
    last = page.at(-1)?.row.id;
    if (page.length < rowsAtOnce || last === undefined) return;
  }
}

/** The first fault of a trail that was followed to its end, and of the rows that it vouches for. */
async function faultIn(
  { database, keys }: Verifiable,
  followed: Followed,
  stored: StoredApplication | undefined,
): Promise<AuditFault | undefined> {
  const { applicationId } = followed;
  const inTrail = faultOf(followed, stored && auditHeadOf(stored.row), keys.areAllSealed);
  if (inTrail || !stored) return inTrail;
  try {
    checkVouched(keys, stored);
    await keys.atHand(async () => openIfKept(keys, stored));
    const { submitted_date_time, data_key } = stored.row;
    if (submitted_date_time !== null && data_key !== null)
      await readSubmission({ database, keys }, applicationId);
    return undefined;
  } catch (error) {
    const { sequence } = followed.head;
    if (error instanceof IntegrityError) return { applicationId, sequence, kind: 'rows_differ' };
    if (error instanceof EncryptionError) return { applicationId, sequence, kind: 'not_opened' };
    throw error;
  }
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
async function verifyApplication(
  { database, keys }: Verifiable,
  applicationId: string,
  exported?: AuditHead,
): Promise<AuditFault | undefined> {
  const { followed, stored } = await readAtOneMoment(database.db, async (transaction) => {
    let followed = beginning(applicationId, exported);
    for await (const row of auditEvents(transaction, { only: applicationId }))
      followed = follow(keys.auditKey, followed, row);
    const [first] = await storedApplicationsFrom(transaction, { at: applicationId }, 1);
    return { followed, stored: first?.row.id === applicationId ? first : undefined };
  });
  return faultIn({ database, keys }, followed, stored);
}
