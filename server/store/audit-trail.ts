/** Reads audit trails and their heads, in the order of their keys and a page at a time, so that any number will do. */
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from './tables.ts';

export type AuditEventRow = Selectable<Tables['audit_event']>;

/** The end of an application's trail, as its row keeps it. */
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
