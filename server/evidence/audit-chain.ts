/** Verifies one application's audit trail event by event and finds the first broken link (D32, X14). All functions are pure. */
import type { KeyObject } from 'node:crypto';
import type { AuditEventRow, AuditHead } from '../db/queries/audit-events.ts';
import { auditHash, emptyChain } from '../db/queries/audit-events.ts';

/**
 * What can be wrong with a trail:
 * - `altered`: an event does not match its own hash
 * - `missing`: an event between two others is gone
 * - `misplaced`: an event does not fit the previous one: it was inserted or moved, or the previous one was replaced
 * - `cut_off`: the trail ends before the head in its application's row, or before the exported head
 * - `head_differs`: the head in the application's row differs from that of the trail
 * - `rewritten`: the trail is consistent, but does not contain the exported head
 * - `not_keyed`: an event has an unkeyed hash, which anyone can compute, where all must be keyed: the trail was forged
 * - `rows_differ`: the trail is intact, but the application's rows differ from what its last event left
 * - `not_opened`: a sealed value in the application's rows cannot be decrypted, because it was altered or moved
 * - `no_application`: the application's row is gone
 */
const auditFaultKinds = [
  'altered',
  'missing',
  'misplaced',
  'cut_off',
  'head_differs',
  'rewritten',
  'no_application',
  'not_keyed',
  'rows_differ',
  'not_opened',
] as const;

/** The first broken link of an application's trail. */
export interface AuditFault {
  readonly applicationId: string;
  /** The number of the event, counted from 1; 0 if the fault is not in an event. */
  readonly sequence: number;
  readonly kind: (typeof auditFaultKinds)[number];
}

/** How far a trail has been verified. */
export interface TrailProgress {
  readonly applicationId: string;
  /** The last verified event. */
  readonly head: AuditHead;
  /** An exported head, which the trail must contain. */
  readonly exported?: AuditHead | undefined;
  readonly fault?: AuditFault;
  /** Whether a keyed event was found. All events after the first keyed one must be keyed. */
  readonly isKeyed: boolean;
}

/** Starts verifying an application's trail. */
export function startTrail(applicationId: string, exported?: AuditHead): TrailProgress {
  return { applicationId, head: emptyChain, exported, isKeyed: false };
}

/**
 * Continues verifying a trail from a head that an earlier run verified.
 * @param isKeyed whether all later events must be keyed
 */
export function continueTrail(applicationId: string, verified: AuditHead, isKeyed: boolean): TrailProgress {
  return { applicationId, head: verified, exported: verified, isKeyed };
}

function broken(progress: TrailProgress, kind: AuditFault['kind'], sequence: number): TrailProgress {
  const { applicationId } = progress;
  return { ...progress, fault: { applicationId, kind, sequence } };
}

/** Verifies the next event. After the first fault, nothing more is checked. */
export function verifyEvent(auditKey: KeyObject, progress: TrailProgress, row: AuditEventRow): TrailProgress {
  const { head, applicationId, exported, fault, isKeyed } = progress;
  if (fault) return progress;
  const sequence = head.sequence + 1;
  if (row.sequence !== sequence) return broken(progress, 'missing', sequence);
  if (!row.previous_hash.equals(head.hash)) return broken(progress, 'misplaced', sequence);
  const { type, detail, state, create_date_time: createDateTime } = row;
  if (isKeyed && state === null) return broken(progress, 'not_keyed', sequence);
  const hash = auditHash(auditKey, head.hash, {
    applicationId,
    sequence,
    type,
    detail,
    createDateTime,
    state,
  });
  if (!row.hash.equals(hash)) return broken(progress, 'altered', sequence);
  if (exported?.sequence === sequence && !exported.hash.equals(hash))
    return broken(progress, 'rewritten', sequence);
  return { ...progress, head: { sequence, hash }, isKeyed: isKeyed || state !== null };
}

/**
 * Returns the fault of a completely read trail, if any. `kept` is the head in the application's row.
 * @param areAllKeyed whether every trail of the store must end with a keyed event
 */
export function faultOf(
  progress: TrailProgress,
  kept: AuditHead | undefined,
  areAllKeyed: boolean,
): AuditFault | undefined {
  const { head, exported, fault, isKeyed } = progress;
  if (fault) return fault;
  if (!kept) return broken(progress, 'no_application', 0).fault;
  const known = Math.max(kept.sequence, exported?.sequence ?? 0);
  if (head.sequence < known) return broken(progress, 'cut_off', head.sequence + 1).fault;
  if (head.sequence !== kept.sequence || !head.hash.equals(kept.hash))
    return broken(progress, 'head_differs', head.sequence).fault;
  if (areAllKeyed && !isKeyed) return broken(progress, 'not_keyed', head.sequence).fault;
  return undefined;
}
