/**
 * The audit trail: append-only, hash-chained per application; what happened, never an answer (D32). Each event's hash
 * covers the one before it, and the application row keeps the head, so that a cut-off end shows too.
 */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Everything that can happen to an application. */
export type AuditEventType =
  | 'created'
  | 'answers_changed'
  | 'section_confirmed'
  | 'person_added'
  | 'person_changed'
  | 'person_removed'
  | 'document_added'
  | 'document_replaced'
  | 'document_removed'
  | 'agreement_opened'
  | 'agreed'
  | 'agreement_withdrawn'
  | 'agreement_voided'
  | 'submitted'
  | 'mail_sent'
  | 'delivered'
  | 'given_up'
  | 'retried'
  | 'shown'
  | 'decided'
  | 'withdrawn'
  | 'erased'
  | 'purged';

/** The end of an application's chain. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: Buffer;
}

export interface AuditEvent {
  readonly type: AuditEventType;
  /** Names and ids only: which fields, which person, which agreement and version. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The head of a chain that has no event yet. */
export const emptyChain: AuditHead = { sequence: 0, hash: Buffer.alloc(32) };

/** JSON with sorted keys, so that the same event always has the same bytes. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}

/** SHA-256 over the previous hash and the event's canonical JSON. */
export function auditHash(
  previous: Buffer,
  event: {
    readonly applicationId: string;
    readonly sequence: number;
    readonly type: string;
    readonly detail: unknown;
    readonly createDateTime: Date;
  },
): Buffer {
  return createHash('sha256')
    .update(previous)
    .update(canonical({ ...event, createDateTime: event.createDateTime.toISOString() }))
    .digest();
}

/** Appends events to an application's chain, whose row the transaction holds locked; answers the new head. */
export async function appendAuditEvents(
  transaction: Transaction<Tables>,
  applicationId: string,
  head: AuditHead,
  now: Date,
  events: readonly AuditEvent[],
): Promise<AuditHead> {
  let end = head;
  const rows = events.map(({ type, detail = {} }) => {
    const sequence = end.sequence + 1;
    const hash = auditHash(end.hash, { applicationId, sequence, type, detail, createDateTime: now });
    const row = {
      application_id: applicationId,
      sequence,
      type,
      detail,
      create_date_time: now,
      previous_hash: end.hash,
      hash,
    };
    end = { sequence, hash };
    return row;
  });
  if (rows.length > 0) await transaction.insertInto('audit_event').values(rows).execute();
  return end;
}
