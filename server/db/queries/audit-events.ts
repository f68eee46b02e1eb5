/**
 * The audit trail: append-only and hash-chained per application. It says what happened, never an answer (D32). Each
 * event's hash covers the hash before it, and the application's row keeps the newest hash (the head), so that a removed
 * end shows too. The hash is keyed, so that whoever can write to the database cannot compute one, and it covers the state
 * in which the event left the application's row (`audited-state.ts`).
 */
import { createHmac, hash, type KeyObject } from 'node:crypto';
import type { Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { fixedStatement, once } from '../fixed-statement.ts';
import { pagesAhead } from '../pages-ahead.ts';
import type { Tables } from '../tables.ts';
import type { Queries } from '../transactions.ts';

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

/** The end of an application's chain. */
export interface AuditHead {
  readonly sequence: number;
  readonly hash: Buffer;
  /** It is that of an erased draft, whose trail may be deleted one day. */
  readonly isErased?: true;
  /** Of a verification: the trail must lead to it, and did not. */
  readonly isBroken?: true;
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

/** An event as its hash covers it. */
export interface ChainedEvent {
  readonly applicationId: string;
  readonly sequence: number;
  readonly type: string;
  readonly detail: unknown;
  readonly createDateTime: Date;
  /** Null in events from before 2026-11-23, whose hash is a plain one. */
  readonly state: Buffer | null;
}

/** HMAC-SHA-256 over the previous hash and the event's canonical JSON. */
export function auditHash(auditKey: KeyObject, previous: Buffer, event: ChainedEvent): Buffer {
  const { applicationId, createDateTime, detail, sequence, state, type } = event;
  // Sorted as `canonical` would: every event has these names.
  const text =
    `{"applicationId":${JSON.stringify(applicationId)},"createDateTime":"${createDateTime.toISOString()}",` +
    `"detail":${canonical(detail)},"sequence":${sequence},` +
    `${state === null ? '' : `"state":"${state.toString('hex')}",`}"type":${JSON.stringify(type)}}`;
  if (state === null) return hash('sha256', Buffer.concat([previous, Buffer.from(text)]), 'buffer');
  return createHmac('sha256', auditKey).update(previous).update(text).digest();
}

/** Rows that continue an application's chain, and the head that the chain has with them. */
export interface ChainedEvents {
  readonly rows: readonly AuditEventRow[];
  readonly head: AuditHead;
}

/** An audit event as its row stores it. */
export type AuditEventRow = Selectable<Tables['audit_event']>;

/** Puts events onto the chain of an application. They can be written for as long as nothing else was put onto it. */
export function chainedEvents(
  auditKey: KeyObject,
  applicationId: string,
  head: AuditHead,
  now: Date,
  events: readonly AuditEvent[],
  state: Buffer,
): ChainedEvents {
  let end = head;
  const rows = events.map(({ type, detail = {} }) => {
    const sequence = end.sequence + 1;
    const event = { applicationId, sequence, type, detail, createDateTime: now, state };
    const hash = auditHash(auditKey, end.hash, event);
    const row = {
      application_id: applicationId,
      sequence,
      type,
      detail,
      create_date_time: now,
      previous_hash: end.hash,
      hash,
      state,
    };
    end = { sequence, hash };
    return row;
  });
  return { rows, head: end };
}

/** The columns of an event, each with its type: the database cannot tell that of a list of values by itself. */
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
 * Writes some columns of an application, where its chain still ends with the hash that the first event follows, and then
 * some audit events. Values are named by their column, those of events with their place before it. Few shapes occur: each
 * part of the program always writes the same columns.
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
          .returning('id'),
      )
      .insertInto('audit_event')
      .columns(eventColumnNames)
      .expression(sql`select ${names} from changed, (values ${sql.join(rows)}) as event (${names})`);
  });
});

/**
 * Writes columns of an application's row together with audit events, in one statement. Every change of an application
 * moves the end of its chain (D32). So where that is no longer the one that the events follow, someone else has changed
 * the application since it was read: nothing is written then, and it returns false.
 */
export async function writeWithEvents(
  queries: Queries,
  id: string,
  columns: Readonly<Record<string, unknown>>,
  rows: readonly AuditEventRow[],
): Promise<boolean> {
  const shape = JSON.stringify({ columns: Object.keys(columns), events: rows.length });
  const values: Record<string, unknown> = { ...columns, id };
  for (const [at, event] of rows.entries())
    for (const column of eventColumnNames) values[`${at} ${column}`] = event[column];
  const { numAffectedRows = 0n } = await updateStatement(shape)(queries, values);
  return numAffectedRows > 0n;
}

/** The head of an application's trail, as the application's row keeps it. */
export interface KeptHead extends AuditHead {
  readonly applicationId: string;
}

/** Whether a row is that of an erased draft: after its time it is deleted with its trail (D38). */
export function isErasedDraft(row: {
  readonly status: string;
  readonly submitted_date_time: Date | null;
  readonly data_key: object | null;
}): boolean {
  return row.submitted_date_time === null && row.data_key === null && erasedStatuses.includes(row.status);
}

const erasedStatuses = ['cancelled', 'timed_out', 'expired'];

const pageSize = 1_000;

/** Comes before every id. */
export const beforeAllIds = '00000000-0000-0000-0000-000000000000';

/** The head of every application from an id on, by id. The next page is asked for while one is used. */
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
 * Every event of the applications from an id on, by application and sequence; or of one application alone, those after a
 * sequence. The next page is asked for while one is used.
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
