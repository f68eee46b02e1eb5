/** Follows one application's audit trail, link by link, and says where it is first broken (D32, X14). Pure. */
import type { AuditEventRow, AuditHead } from '../db/queries/audit-events.ts';
import { auditHash, emptyChain } from '../db/queries/audit-events.ts';

/**
 * What is wrong with a trail:
 * - `altered`: an event does not match its own hash
 * - `missing`: an event between two others is gone
 * - `misplaced`: an event does not fit the one before it: it was inserted or moved, or the one before was replaced
 * - `cut_off`: the trail ends before the head in its application's row, or before the exported one
 * - `head_differs`: the head in the application's row differs from the trail's
 * - `rewritten`: the trail is intact in itself, but is not the one whose head was exported
 * - `no_application`: the application's row is gone
 */
export const auditFaultKinds = [
  'altered',
  'missing',
  'misplaced',
  'cut_off',
  'head_differs',
  'rewritten',
  'no_application',
] as const;

/** The first broken link of an application's trail. */
export interface AuditFault {
  readonly applicationId: string;
  /** Which event, counted from 1; 0 where the fault is not in an event. */
  readonly sequence: number;
  readonly kind: (typeof auditFaultKinds)[number];
}

/** How far a trail has been followed. */
export interface Followed {
  readonly applicationId: string;
  /** The end of what was followed. */
  readonly head: AuditHead;
  /** An exported head, which the trail must contain. */
  readonly exported?: AuditHead | undefined;
  readonly fault?: AuditFault;
}

/** The start of following an application's trail. */
export function beginning(applicationId: string, exported?: AuditHead): Followed {
  return { applicationId, head: emptyChain, exported };
}

function broken(followed: Followed, kind: AuditFault['kind'], sequence: number): Followed {
  const { applicationId } = followed;
  return { ...followed, fault: { applicationId, kind, sequence } };
}

/** Checks the next event. After the first fault nothing more is checked. */
export function follow(followed: Followed, row: AuditEventRow): Followed {
  const { head, applicationId, exported, fault } = followed;
  if (fault) return followed;
  const sequence = head.sequence + 1;
  if (row.sequence !== sequence) return broken(followed, 'missing', sequence);
  if (!row.previous_hash.equals(head.hash)) return broken(followed, 'misplaced', sequence);
  const { type, detail, create_date_time: createDateTime } = row;
  const hash = auditHash(head.hash, { applicationId, sequence, type, detail, createDateTime });
  if (!row.hash.equals(hash)) return broken(followed, 'altered', sequence);
  if (exported?.sequence === sequence && !exported.hash.equals(hash))
    return broken(followed, 'rewritten', sequence);
  return { ...followed, head: { sequence, hash } };
}

/** The fault of a trail that was followed to its end, if any; `kept` is the head in the application's row. */
export function faultOf(followed: Followed, kept: AuditHead | undefined): AuditFault | undefined {
  const { head, exported, fault } = followed;
  if (fault) return fault;
  if (!kept) return broken(followed, 'no_application', 0).fault;
  const known = Math.max(kept.sequence, exported?.sequence ?? 0);
  if (head.sequence < known) return broken(followed, 'cut_off', head.sequence + 1).fault;
  if (head.sequence !== kept.sequence || !head.hash.equals(kept.hash))
    return broken(followed, 'head_differs', head.sequence).fault;
  return undefined;
}
