/**
 * Checks every audit trail (D32, X14): two streams in the order of application ids, the events and the heads in the
 * applications' rows, are read side by side, so that memory does not grow with their number. The server may go on
 * writing: what looks broken is looked at once more by itself, at one moment, before it is said to be.
 */
import type { Kysely, Transaction } from 'kysely';
import type { AuditHead } from '../store/audit-events.ts';
import { type AuditEventRow, auditEvents, beforeAllIds, keptHeads } from '../store/audit-trail.ts';
import type { Tables } from '../store/tables.ts';
import { type AuditFault, beginning, faultOf, follow } from './audit-chain.ts';

export interface AuditReport {
  readonly applications: number;
  readonly events: number;
  /** The first broken link of each broken trail; the first 1,000 of them. */
  readonly faults: readonly AuditFault[];
  readonly faultCount: number;
}

export interface VerifyOptions {
  /** The application id to begin with, where one goes on. */
  readonly from?: string;
  /** Heads that were exported once (`readHeads`): each trail must have passed its own. */
  readonly exported?: ReadonlyMap<string, AuditHead>;
}

const faultsKept = 1_000;
const noHeads: ReadonlyMap<string, AuditHead> = new Map();

/** Verifies all trails, thousands of applications a second. */
export async function verifyAuditTrail(
  db: Kysely<Tables>,
  { from = beforeAllIds, exported = noHeads }: VerifyOptions = {},
): Promise<AuditReport> {
  const report = { applications: 0, events: 0, faultCount: 0 };
  const faults: AuditFault[] = [];
  const seen = new Set<string>();
  const note = async (suspect: AuditFault | undefined) => {
    const { applicationId } = suspect ?? {};
    const fault = applicationId && (await verifyApplication(db, applicationId, exported.get(applicationId)));
    if (!fault) return;
    report.faultCount += 1;
    if (faults.length < faultsKept) faults.push(fault);
  };

  const events = auditEvents(db, { from });
  let next = await events.next();
  /** The trail that comes next, up to the one of an application; undefined where that one is not there. */
  async function trailOf(applicationId: string) {
    let followed = beginning(applicationId, exported.get(applicationId));
    for (; next.value && next.value.application_id === applicationId; next = await events.next()) {
      report.events += 1;
      followed = follow(followed, next.value);
    }
    return followed;
  }
  /** Trails whose application is not there, or was not yet when the heads were read. */
  async function trailsWithout(isStray: (row: AuditEventRow) => boolean) {
    while (next.value && isStray(next.value))
      await note(faultOf(await trailOf(next.value.application_id), undefined));
  }

  for await (const head of keptHeads(db, from)) {
    const { applicationId } = head;
    await trailsWithout((row) => row.application_id < applicationId);
    report.applications += 1;
    if (exported.has(applicationId)) seen.add(applicationId);
    await note(faultOf(await trailOf(applicationId), head));
  }
  await trailsWithout(() => true);
  for (const applicationId of exported.keys())
    if (applicationId >= from && !seen.has(applicationId))
      await note({ applicationId, kind: 'no_application', sequence: 0 });
  return { ...report, faults };
}

/** Verifies one trail as it is at one moment; answers its first fault. */
export function verifyApplication(
  db: Kysely<Tables>,
  applicationId: string,
  exported?: AuditHead,
): Promise<AuditFault | undefined> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const kept = await keptHeadOf(transaction, applicationId);
      let followed = beginning(applicationId, exported);
      for await (const row of auditEvents(transaction, { only: applicationId }))
        followed = follow(followed, row);
      return faultOf(followed, kept);
    });
}

async function keptHeadOf(
  transaction: Transaction<Tables>,
  applicationId: string,
): Promise<AuditHead | undefined> {
  const row = await transaction
    .selectFrom('application')
    .select(['audit_sequence', 'audit_hash'])
    .where('id', '=', applicationId)
    .executeTakeFirst();
  return row && { sequence: row.audit_sequence, hash: row.audit_hash };
}
