/**
 * The audit trail of each application: an append-only hash chain of events, which contain no answers (D32). The application's row
 * stores the number and hash of the last event (the head), so a truncated trail is detected, too.
 */
import { createHmac, hash, type KeyObject } from 'node:crypto';
import { sql, type Updateable } from 'kysely';
import { isErased } from '../../../api/status.ts';
import { fixedStatement, once } from '../fixed-statement.ts';
import { beforeAllIds, pagesAhead } from '../pages.ts';
import type { Row, Tables } from '../tables.ts';
import type { Queries } from '../transactions.ts';

/** The types of audit events: everything that can happen to an application. */
export type AuditEventType =
  | 'created'
  | 'answers_changed'
  | 'section_confirmed'
  | 'person_added'
  | 'person_changed'
  | 'person_removed'
  | 'document_added'
  | 'document_replaced'
  | 'document_disarmed'
  | 'document_removed'
  | 'agreement_opened'
  | 'agreed'
  | 'agreement_withdrawn'
  | 'agreement_voided'
  | 'resumed'
  | 'way_opened'
  | 'way_closed'
  | 'submitted'
  | 'mail_sent'
  | 'delivered'
  | 'given_up'
  | 'retried'
  | 'shown'
  | 'decided'
  | 'withdrawn'
  | 'sealed'
  | 'session_ended'
  | 'erased'
  | 'purged';

/** The number and the hash of the last event of an application's chain. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: Buffer;
  /** Set if the application is an erased draft, whose trail may be deleted later. */
  readonly isErased?: true;
  /** Set by a verification if the trail doesn't end with this head. */
  readonly isBroken?: true;
}

export interface AuditEvent {
  readonly type: AuditEventType;
  /** Contains no answers, only values such as the names of changed fields, a person's id, hashes and an encrypted reason. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The head of a chain without events. */
export const emptyChain: AuditHead = { sequence: 0, hash: Buffer.alloc(32) };

/** Returns JSON with sorted keys, so the same event always becomes the same bytes. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}

export type AuditEventRow = Row<'audit_event'>;

/** The columns that an event's hash covers. `state`, the hash of the application's row, is null in events before 2026-11-23. */
type HashedEvent = Omit<AuditEventRow, 'previous_hash' | 'hash'>;

/** Returns the HMAC-SHA-256 (or, if `state` is null, the SHA-256) of the previous hash and the event's canonical JSON. */
export function auditHash(auditKey: KeyObject, previous: Buffer, event: HashedEvent): Buffer {
  const { application_id, create_date_time, detail, sequence, state, type } = event;
  // These keys are in the order in which `canonical` would sort them.
  const text =
    `{"applicationId":${JSON.stringify(application_id)},"createDateTime":"${create_date_time.toISOString()}",` +
    `"detail":${canonical(detail)},"sequence":${sequence},` +
    `${state === null ? '' : `"state":"${state.toString('hex')}",`}"type":${JSON.stringify(type)}}`;
  if (state === null) return hash('sha256', Buffer.concat([previous, Buffer.from(text)]), 'buffer');
  return createHmac('sha256', auditKey).update(previous).update(text).digest();
}

/** Returns the rows of new events for an application whose chain ends with `head`, and the chain's new head. */
export function chainedEvents(
  auditKey: KeyObject,
  applicationId: string,
  head: AuditHead,
  now: Date,
  events: readonly AuditEvent[],
  state: Buffer,
): { readonly rows: readonly AuditEventRow[]; readonly head: AuditHead } {
  let end = head;
  const rows = events.map(({ type, detail = {} }) => {
    const sequence = end.sequence + 1;
    const event = { application_id: applicationId, sequence, type, detail, create_date_time: now, state };
    const row = { ...event, previous_hash: end.hash, hash: auditHash(auditKey, end.hash, event) };
    end = { sequence, hash: row.hash };
    return row;
  });
  return { rows, head: end };
}

/** The columns of an event, with their types. The database can't infer the types from a list of values. */
const eventColumns = {
  application_id: 'uuid',
  sequence: 'integer',
  type: 'text',
  detail: 'jsonb',
  create_date_time: 'timestamptz',
  previous_hash: 'bytea',
  hash: 'bytea',
  state: 'bytea',
} as const satisfies Record<keyof AuditEventRow, string>;

const eventColumnNames = Object.keys(eventColumns) as (keyof AuditEventRow)[];

/**
 * Returns a statement that updates an application and inserts events. It writes nothing if another writer has added events in
 * the meantime, or if the last event has a state other than `before`. The keys of `values` are `id`, `before`, `last` (the last
 * event's number), the columns to update and, for each column of a new event, `{index of the event} {column}`.
 */
const updateStatement = once((shape: string) => {
  const { columns, events } = JSON.parse(shape) as { columns: string[]; events: number };
  return fixedStatement((db, values: Record<string, unknown>) => {
    const rows = Array.from({ length: events }, (_, at) => {
      const cells = eventColumnNames.map(
        (column) => sql`cast(${values[`${at} ${column}`]} as ${sql.raw(eventColumns[column])})`,
      );
      return sql`(${sql.join(cells)})`;
    });
    const names = sql.join(eventColumnNames.map((column) => sql.ref(column)));
    const set = Object.fromEntries(columns.map((column) => [column, values[column]]));
    return db
      .with('changed', (query) =>
        query
          .updateTable('application')
          .set(set as Updateable<Tables['application']>)
          .where('id', '=', values['id'] as string)
          .where('audit_hash', '=', values['0 previous_hash'] as Buffer)
          .where(
            sql<boolean>`(cast(${values['last']} as integer) = 0 or exists (
              select from audit_event where application_id = application.id and sequence = ${values['last']}
                and coalesce(state, ${values['before']}) = ${values['before']}))`,
          )
          .returning('id'),
      )
      .insertInto('audit_event')
      .columns(eventColumnNames)
      .expression(sql`select ${names} from changed, (values ${sql.join(rows)}) as event (${names})`);
  });
});

/**
 * Updates an application and adds events. Returns false and writes nothing if `rows` don't follow the last stored event, or if
 * that event has a state other than `before`, so the row was altered: new events must not confirm an alteration (D32).
 */
export async function writeWithEvents(
  queries: Queries,
  id: string,
  columns: Readonly<Record<string, unknown>>,
  rows: readonly AuditEventRow[],
  before: Buffer,
): Promise<boolean> {
  const shape = JSON.stringify({ columns: Object.keys(columns), events: rows.length });
  const values: Record<string, unknown> = { ...columns, id, before, last: (rows[0]?.sequence ?? 1) - 1 };
  for (const [at, event] of rows.entries())
    for (const column of eventColumnNames) values[`${at} ${column}`] = event[column];
  const { numAffectedRows = 0n } = await updateStatement(shape)(queries, values);
  return numAffectedRows > 0n;
}

/** The head of an application's audit trail, read from the application's row. */
export interface KeptHead extends AuditHead {
  readonly applicationId: string;
}

/** Returns whether the row belongs to an erased draft, which is later deleted with its audit trail (D38). */
export function isErasedDraft(row: Pick<Row<'application'>, 'status' | 'submitted_date_time' | 'data_key'>) {
  return row.submitted_date_time === null && row.data_key === null && isErased(row);
}

const pageSize = 1_000;

/** Yields the heads of all applications whose id is at least `from`, sorted by id. Prefetches the next page. */
export function keptHeads(queries: Queries, from = beforeAllIds): AsyncGenerator<KeptHead> {
  return pagesAhead(pageSize, async (last: KeptHead | undefined) => {
    const rows = await queries
      .selectFrom('application')
      .select(['id', 'audit_sequence', 'audit_hash', 'status', 'submitted_date_time', 'data_key'])
      .where('id', last === undefined ? '>=' : '>', last?.applicationId ?? from)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    return rows.map(({ id, audit_sequence, audit_hash, ...row }) => ({
      applicationId: id,
      sequence: audit_sequence,
      hash: audit_hash,
      ...(isErasedDraft(row) && { isErased: true }),
    }));
  });
}

/**
 * Yields audit events, sorted by application and number. With `from`, yields the events of all applications whose id is `from` or
 * later. With `only`, yields the events of this application whose number is greater than `after`.
 */
export function auditEvents(
  queries: Queries,
  of: { readonly from: string } | { readonly only: string; readonly after?: number },
): AsyncGenerator<AuditEventRow> {
  const first = 'only' in of ? { id: of.only, sequence: of.after ?? 0 } : { id: of.from, sequence: 0 };
  return pagesAhead(pageSize, async (last: AuditEventRow | undefined) => {
    const { id, sequence } = last ? { id: last.application_id, sequence: last.sequence } : first;
    const query = queries
      .selectFrom('audit_event')
      .selectAll()
      .where((is) => is(is.refTuple('application_id', 'sequence'), '>', is.tuple(id, sequence)))
      .orderBy('application_id')
      .orderBy('sequence')
      .limit(pageSize);
    return ('only' in of ? query.where('application_id', '=', of.only) : query).execute();
  });
}
