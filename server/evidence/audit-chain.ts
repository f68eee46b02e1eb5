/** Verifies an application's audit trail event by event, and finds its first broken link (D32, X14). All functions are pure. */
import type { KeyObject } from 'node:crypto';
import { type AuditEventRow, type AuditHead, auditHash, emptyChain } from '../db/queries/audit-events.ts';

/** The first fault of an application's trail, or of the rows that are checked against it. */
export interface AuditFault {
  readonly applicationId: string;
  /** The number of the event at which the fault was found, counted from 1, or 0 if it was not found at an event. */
  readonly sequence: number;
  readonly kind: /** An event does not match its own hash. */
    | 'altered'
    /** The event with this number was deleted, but later events remain. */
    | 'missing'
    /** An event does not follow from the event before it: one of these two events was inserted, moved or replaced. */
    | 'misplaced'
    /** The trail ends before the head (last event) in the application's row, or before the exported head. */
    | 'cut_off'
    /** The head in the application's row differs from the last event of the trail. */
    | 'head_differs'
    /** The trail is consistent, but does not contain the exported head. */
    | 'rewritten'
    /** The application's row was deleted. */
    | 'no_application'
    /** The trail was forged: an event that must have a keyed hash has an unkeyed hash, which anyone can compute. */
    | 'not_keyed'
    /** The trail is intact, but the application's rows do not match the hash in its last event. */
    | 'rows_differ'
    /** An encrypted value in the application's rows was altered or moved. */
    | 'not_opened';
}

/** The result of verifying a trail up to `head`. */
export interface TrailProgress {
  readonly applicationId: string;
  readonly head: AuditHead;
  /** An exported head, if there is one. The trail must contain it. */
  readonly exported?: AuditHead | undefined;
  readonly fault?: AuditFault;
  /** Whether a keyed event was found. All events after the first keyed one must be keyed. */
  readonly isKeyed: boolean;
}

/** Returns the progress of a trail before its first event is verified. The trail must contain the head `exported`, if given. */
export function startTrail(applicationId: string, exported?: AuditHead): TrailProgress {
  return { applicationId, head: emptyChain, exported, isKeyed: false };
}

/** Returns the progress of a trail that an earlier run verified up to a head. With `isKeyed`, all later events must be keyed. */
export function continueTrail(applicationId: string, verified: AuditHead, isKeyed: boolean): TrailProgress {
  return { applicationId, head: verified, exported: verified, isKeyed };
}

function faultAt({ applicationId }: TrailProgress, kind: AuditFault['kind'], sequence: number): AuditFault {
  return { applicationId, kind, sequence };
}

/** Verifies the next event and returns the new progress. After the first fault, verifies no further events. */
export function verifyEvent(auditKey: KeyObject, progress: TrailProgress, row: AuditEventRow): TrailProgress {
  const { head, applicationId, exported, fault, isKeyed } = progress;
  if (fault) return progress;
  const sequence = head.sequence + 1;
  const broken = (kind: AuditFault['kind']) => ({ ...progress, fault: faultAt(progress, kind, sequence) });
  if (row.sequence !== sequence) return broken('missing');
  if (!row.previous_hash.equals(head.hash)) return broken('misplaced');
  const { state } = row;
  if (isKeyed && state === null) return broken('not_keyed');
  const hash = auditHash(auditKey, head.hash, { ...row, application_id: applicationId });
  if (!row.hash.equals(hash)) return broken('altered');
  if (exported?.sequence === sequence && !exported.hash.equals(hash)) return broken('rewritten');
  return { ...progress, head: { sequence, hash }, isKeyed: isKeyed || state !== null };
}

/**
 * Returns the first fault of a completely read trail. `kept` is the head in the application's row. With `areAllKeyed`, a trail
 * without any keyed event is a fault.
 */
export function faultOf(
  progress: TrailProgress,
  kept: AuditHead | undefined,
  areAllKeyed: boolean,
): AuditFault | undefined {
  const { head, exported, fault, isKeyed } = progress;
  if (fault) return fault;
  if (!kept) return faultAt(progress, 'no_application', 0);
  const known = Math.max(kept.sequence, exported?.sequence ?? 0);
  if (head.sequence < known) return faultAt(progress, 'cut_off', head.sequence + 1);
  if (head.sequence !== kept.sequence || !head.hash.equals(kept.hash))
    return faultAt(progress, 'head_differs', head.sequence);
  if (areAllKeyed && !isKeyed) return faultAt(progress, 'not_keyed', head.sequence);
  return undefined;
}
