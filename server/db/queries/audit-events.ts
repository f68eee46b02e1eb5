/**
 * The audit trail: append-only and hash-chained per application. It says what happened, never an answer (D32). Each
 * event's hash covers the hash before it, and the application's row keeps the newest hash (the head), so that a removed
 * end shows too.
 */
import { createHash } from 'node:crypto';
import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely';
import { fixedStatement, once } from '../fixed-statement.ts';
import type { Tables } from '../tables.ts';

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

/** Rows that continue an application's chain, and the head that the chain has with them. */
export interface ChainedEvents {
  readonly rows: readonly Insertable<Tables['audit_event']>[];
  readonly head: AuditHead;
}

/** Puts events onto the chain of an application, whose row the transaction holds locked. */
export function chainedEvents(
  applicationId: string,
  head: AuditHead,
  now: Date,
  events: readonly AuditEvent[],
): ChainedEvents {
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
  return { rows, head: end };
}

const eventColumns = [
  'application_id',
  'sequence',
  'type',
  'detail',
  'create_date_time',
  'previous_hash',
  'hash',
] as const;

/**
 * Writes some columns of an application and some audit events. Values are named by their column, those of events with
 * their place before it. Few shapes occur: each part of the program always writes the same columns.
 */
const updateStatement = once((shape: string) => {
  const { columns, events } = JSON.parse(shape) as { columns: string[]; events: number };
  return fixedStatement((db, values: Record<string, unknown>) =>
    db
      .with('event', (query) =>
        query
          .insertInto('audit_event')
          .values(
            Array.from({ length: events }, (_, at) =>
              Object.fromEntries(eventColumns.map((column) => [column, values[`${at} ${column}`]])),
            ) as unknown as Insertable<Tables['audit_event']>[],
          ),
      )
      .updateTable('application')
      .set(
        Object.fromEntries(columns.map((column) => [column, values[column]])) as Updateable<
          Tables['application']
        >,
      )
      .where('id', '=', values['id'] as string),
  );
});

/** Writes columns of an application's row together with audit events, in one round trip. */
export async function writeWithEvents(
  transaction: Transaction<Tables>,
  id: string,
  columns: Readonly<Record<string, unknown>>,
  rows: ChainedEvents['rows'],
): Promise<void> {
  const shape = JSON.stringify({ columns: Object.keys(columns), events: rows.length });
  const values: Record<string, unknown> = { ...columns, id };
  for (const [at, event] of rows.entries())
    for (const [column, value] of Object.entries(event)) values[`${at} ${column}`] = value;
  const { numAffectedRows } = await updateStatement(shape)(transaction, values);
  if (numAffectedRows !== 1n) throw new Error('The row of an application was not there to be changed');
}

export type AuditEventRow = Selectable<Tables['audit_event']>;

/** The head of an application's trail, as the application's row keeps it. */
export interface KeptHead {
  readonly applicationId: string;
  readonly sequence: number;
  readonly hash: Buffer;
}

type Queries = Kysely<Tables> | Transaction<Tables>;

const pageSize = 1_000;

/** Comes before every id. */
export const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** The head of every application from an id on, by id. */
export async function* keptHeads(queries: Queries, from = beforeAllIds): AsyncGenerator<KeptHead> {
  let after: string | undefined;
  for (;;) {
    const rows = await queries
      .selectFrom('application')
      .select(['id', 'audit_sequence', 'audit_hash'])
      .where('id', after === undefined ? '>=' : '>', after ?? from)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const { id, audit_sequence, audit_hash } of rows)
      yield { applicationId: id, sequence: audit_sequence, hash: audit_hash };
    after = rows.at(-1)?.id;
    if (rows.length < pageSize || after === undefined) return;
  }
}

/** The head of one application's trail; undefined where its row is gone. */
export async function keptHeadOf(queries: Queries, applicationId: string): Promise<AuditHead | undefined> {
  const row = await queries
    .selectFrom('application')
    .select(['audit_sequence', 'audit_hash'])
    .where('id', '=', applicationId)
    .executeTakeFirst();
  return row && { sequence: row.audit_sequence, hash: row.audit_hash };
}

/** Every event of the applications from an id on, by application and sequence; or of this one application alone. */
export async function* auditEvents(
  queries: Queries,
  of: { readonly from: string } | { readonly only: string },
): AsyncGenerator<AuditEventRow> {
  const first = 'only' in of ? of.only : of.from;
  let after = { id: first, sequence: 0 };
  for (;;) {
    const { id, sequence } = after;
    const query = queries
      .selectFrom('audit_event')
      .selectAll()
      .where((is) => is(is.refTuple('application_id', 'sequence'), '>', is.tuple(id, sequence)))
      .orderBy('application_id')
      .orderBy('sequence')
      .limit(pageSize);
    const rows = await ('only' in of ? query.where('application_id', '=', of.only) : query).execute();
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < pageSize || last === undefined) return;
    after = { id: last.application_id, sequence: last.sequence };
  }
}
