/** Checks an application's audit trail, and the rows whose hash is in its last event (D32, X21). */
import type { Kysely } from 'kysely';
import { auditHeadOf, openRecord } from '../applications/application-record.ts';
import { checkAudited, IntegrityError } from '../applications/audited-state.ts';
import { openSubmission } from '../applications/submission-record.ts';
import { type StoredApplication, storedApplicationsOf } from '../db/queries/application-parts.ts';
import { type AuditHead, auditEvents, isErasedDraft } from '../db/queries/audit-events.ts';
import { type SubmissionRow, submissionsOf } from '../db/queries/submissions.ts';
import type { Tables } from '../db/tables.ts';
import { readSnapshot } from '../db/transactions.ts';
import { openDataKey } from '../security/data-keys.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { EncryptionError } from '../security/sealing.ts';
import type { AuditFault, TrailProgress } from './audit-chain.ts';
import { continueTrail, faultOf, startTrail, verifyEvent } from './audit-chain.ts';

export interface Verifiable {
  readonly database: { readonly db: Kysely<Tables> };
  readonly keys: StoreKeys;
}

/** The rows of an application that are checked against its trail. */
export interface StoredRows extends StoredApplication {
  /** Undefined if the application was not submitted, or if its submission was purged. */
  readonly submission: SubmissionRow | undefined;
}

/** The result of checking one application's trail. */
export interface CheckedTrail {
  readonly applicationId: string;
  readonly events: number;
  /** The head of the last checked event. If there is a fault, this is the head from an earlier run or an export, if any. */
  readonly head?: AuditHead | undefined;
  readonly fault?: AuditFault | undefined;
  /** Set if the application's head is the same as in an earlier run. In that case, nothing else was checked. */
  readonly isUnchanged?: true;
  /** Set if nothing was checked because time had run out. In that case, `head` is from an earlier run. */
  readonly isSkipped?: true;
}

/** Returns the first fault of a completely read trail. If there is none, returns the fault of the stored rows, if any. */
export async function faultIn(
  keys: StoreKeys,
  progress: TrailProgress,
  stored: StoredRows | undefined,
): Promise<AuditFault | undefined> {
  const { applicationId } = progress;
  const inTrail = faultOf(progress, stored && auditHeadOf(stored.row), keys.areAllSealed);
  if (inTrail || !stored) return inTrail;
  try {
    await checkRows(keys, stored);
    return undefined;
  } catch (error) {
    const { sequence } = progress.head;
    if (error instanceof IntegrityError) return { applicationId, sequence, kind: 'rows_differ' };
    if (error instanceof EncryptionError) return { applicationId, sequence, kind: 'not_opened' };
    throw error;
  }
}

/** Throws IntegrityError or EncryptionError if an application's rows were altered. */
async function checkRows(keys: StoreKeys, stored: StoredRows): Promise<void> {
  const { row, submission } = stored;
  if (row.data_key === null) return checkAudited(keys, stored);
  const key = await openDataKey(keys, row).catch((error: unknown) => {
    checkAudited(keys, stored);
    throw error;
  });
  openRecord(keys, stored);
  if (row.submitted_date_time === null) return;
  if (!submission) throw new IntegrityError();
  openSubmission(key, row, submission);
}

/** Returns the head up to which a trail was verified. */
export function headOf({ head }: TrailProgress, { row }: StoredRows): AuditHead {
  return { sequence: head.sequence, hash: head.hash, ...(isErasedDraft(row) && { isErased: true }) };
}

/** Checks one trail in one snapshot. The trail must contain the head `exported`. Skips the events up to the head `verified`. */
export async function checkTrail(
  { database, keys }: Verifiable,
  applicationId: string,
  { exported, verified }: Readonly<Partial<Record<'exported' | 'verified', AuditHead | undefined>>>,
): Promise<CheckedTrail> {
  const earlierHead = exported ?? verified;
  const { progress, stored, events } = await readSnapshot(database.db, async (transaction) => {
    let progress = verified
      ? continueTrail(applicationId, verified, keys.areAllSealed)
      : startTrail(applicationId, exported);
    let events = 0;
    const only = { only: applicationId, after: verified?.sequence ?? 0 };
    for await (const row of auditEvents(transaction, only)) {
      events += 1;
      progress = verifyEvent(keys.auditKey, progress, row);
    }
    const [first] = await storedApplicationsOf(transaction, [applicationId]);
    if (!first) return { progress, events, stored: undefined };
    const submissions = await submissionsOf(transaction, [applicationId]);
    return { progress, events, stored: { ...first, submission: submissions.get(applicationId) } };
  });
  // A missing erased draft is no fault: erased drafts are deleted with their trails when the retention period ends (D38).
  if (!stored && events === 0 && earlierHead?.isErased) return { applicationId, events };
  const fault = await faultIn(keys, progress, stored);
  // Return the earlier head, because the next run might otherwise not notice that events are missing.
  if (fault) return { applicationId, events, fault, head: earlierHead && { ...earlierHead, isBroken: true } };
  return { applicationId, events, head: stored && headOf(progress, stored) };
}
