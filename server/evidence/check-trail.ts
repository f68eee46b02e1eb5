/** Checks one audit trail and the rows that its last event vouches for (D32, X21). */
import type { Kysely } from 'kysely';
import { auditHeadOf, openRecord } from '../applications/application-record.ts';
import { checkAudited, IntegrityError } from '../applications/audited-state.ts';
import { openSubmission } from '../applications/submission-record.ts';
import { type StoredApplication, storedApplicationsFrom } from '../db/queries/application-parts.ts';
import { type AuditHead, auditEvents, isErasedDraft } from '../db/queries/audit-events.ts';
import { type SubmissionRow, submissionsOf } from '../db/queries/submissions.ts';
import type { Tables } from '../db/tables.ts';
import { readAtOneMoment } from '../db/transactions.ts';
import { openDataKey } from '../security/data-keys.ts';
import type { StoreKeys } from '../security/installation-key.ts';
import { EncryptionError } from '../security/sealing.ts';
import { type AuditFault, beginning, continuing, type Followed, faultOf, follow } from './audit-chain.ts';

/** What is read, and the keys to open it with. */
export interface Verifiable {
  readonly database: { readonly db: Kysely<Tables> };
  readonly keys: StoreKeys;
}

/** The rows of an application that its trail vouches for. */
export interface StoredRows extends StoredApplication {
  /** Undefined where nothing was submitted, or it was purged. */
  readonly submission: SubmissionRow | undefined;
}

/** What was found out about the trail of one application. */
export interface CheckedTrail {
  readonly applicationId: string;
  /** Events that were looked at. */
  readonly events: number;
  /** The end of what was checked; where something is wrong, the head that it should have led to, if one was known. */
  readonly head?: AuditHead | undefined;
  /** The first thing that is wrong. */
  readonly fault?: AuditFault | undefined;
  /** Nothing was looked at but the head, which is the one that an earlier run ended at. */
  readonly isUnchanged?: true;
  /** Nothing was looked at, because the time was over: the head is the one that an earlier run ended at. */
  readonly isPassedOn?: true;
}

/** The first fault of a trail that was followed to its end, and of the rows that it vouches for. */
export async function faultIn(
  keys: StoreKeys,
  followed: Followed,
  stored: StoredRows | undefined,
): Promise<AuditFault | undefined> {
  const { applicationId } = followed;
  const inTrail = faultOf(followed, stored && auditHeadOf(stored.row), keys.areAllSealed);
  if (inTrail || !stored) return inTrail;
  try {
    await checkRows(keys, stored);
    return undefined;
  } catch (error) {
    const { sequence } = followed.head;
    if (error instanceof IntegrityError) return { applicationId, sequence, kind: 'rows_differ' };
    if (error instanceof EncryptionError) return { applicationId, sequence, kind: 'not_opened' };
    throw error;
  }
}

/** Throws IntegrityError or EncryptionError where rows are not as they were written. */
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

/** The head that a trail was followed to. */
export function headOf({ head }: Followed, { row }: StoredRows): AuditHead {
  const { sequence, hash } = head;
  return { sequence, hash, ...(isErasedDraft(row) && { isErased: true }) };
}

/** From where on a trail is checked. */
export interface CheckFrom {
  /** A head that was exported once, which the trail must contain. */
  readonly exported?: AuditHead | undefined;
  /** A head up to which an earlier run has checked it: only what came since is looked at, and the rows. */
  readonly verified?: AuditHead | undefined;
}

/** Checks one trail as it is at one moment. */
export async function checkTrail(
  { database, keys }: Verifiable,
  applicationId: string,
  { exported, verified }: CheckFrom,
): Promise<CheckedTrail> {
  const { followed, stored, events } = await readAtOneMoment(database.db, async (transaction) => {
    let followed = verified
      ? continuing(applicationId, verified, keys.areAllSealed)
      : beginning(applicationId, exported);
    let events = 0;
    const only = { only: applicationId, after: verified?.sequence ?? 0 };
    for await (const row of auditEvents(transaction, only)) {
      events += 1;
      followed = follow(keys.auditKey, followed, row);
    }
    const [first] = await storedApplicationsFrom(transaction, { at: applicationId }, 1);
    if (first?.row.id !== applicationId) return { followed, events, stored: undefined };
    const submissions = await submissionsOf(transaction, [applicationId]);
    return { followed, events, stored: { ...first, submission: submissions.get(applicationId) } };
  });
  // An erased draft that was deleted after its time (D38).
  if (!stored && events === 0 && (exported ?? verified)?.isErased) return { applicationId, events };
  const fault = await faultIn(keys, followed, stored);
  // Kept, so that the next run misses it too: what is left may be a whole trail that has another end, or nothing at all.
  const missed = exported ?? verified;
  if (fault) return { applicationId, events, fault, head: missed && { ...missed, isBroken: true } };
  return { applicationId, events, head: stored && headOf(followed, stored) };
}
