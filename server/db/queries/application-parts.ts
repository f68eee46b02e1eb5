/** Reads an application, its people, documents, newest consents and last audit event in one snapshot. */
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { anyOf } from '../any-of.ts';
import type { Tables } from '../tables.ts';
import type { Queries, Transaction } from '../transactions.ts';
import type { ApplicationRow } from './applications.ts';
import { describingColumns } from './documents.ts';

/** Returns an application's people, documents, newest consents and last audit event as columns of a query. */
function partsOf(of: ExpressionBuilder<Tables, never>, id: string | Expression<string>) {
  return [
    jsonArrayFrom(
      of
        .selectFrom('personnel')
        .select(['id', 'personnel_type', 'version', 'create_date_time', 'update_date_time'])
        .select(['answers', 'sealed'])
        .where('application_id', '=', id)
        .orderBy('id'),
    ).as('personnel'),
    jsonArrayFrom(
      of.selectFrom('document').select(describingColumns).where('application_id', '=', id).orderBy('id'),
    ).as('documents'),
    jsonArrayFrom(
      of
        .selectFrom('consent')
        .distinctOn('agreement')
        .select(['id', 'application_id', 'agreement', 'version', 'sha256', 'agreed'])
        .select(['open_date_time', 'agreed_date_time', 'void_date_time'])
        .select(['ip', 'user_agent', 'signer_name', 'signer'])
        .where('application_id', '=', id)
        .orderBy('agreement')
        .orderBy('id', 'desc'),
    ).as('consents'),
    jsonObjectFrom(
      of
        .selectFrom('audit_event')
        .select(['sequence', 'type', 'detail', 'create_date_time'])
        .select([inHex('previous_hash'), inHex('hash'), inHex('state')])
        .where('application_id', '=', id)
        .orderBy('sequence', 'desc')
        // The limit is a literal. With a parameter, PostgreSQL would expect to return a tenth of the rows, and would plan the
        // statement again for each call.
        .limit(sql.lit(1)),
    ).as('last_event'),
  ] as const;
}

/** Returns a hash column as hexadecimal text, because JSON can't represent bytes. */
function inHex<Column extends string>(column: Column) {
  return sql<string>`encode(${sql.ref(column)}, 'hex')`.as(column);
}

/**
 * Adds the columns of applications and their parts to a query. Omits the hash columns of `application`, because JSON can't
 * represent bytes. Lists each column, because a statement with `*` is never prepared (`pool.ts`).
 */
function withParts<Read>(query: SelectQueryBuilder<Tables, 'application', Read>) {
  return query
    .select(['id', 'session_id', 'domain_key', 'store_id', 'provider_id', 'status', 'version'])
    .select(['create_date_time', 'update_date_time', 'create_user_id', 'submitted_date_time'])
    .select(['reference_number', 'answers', 'sealed', 'disclosures', 'sections', 'data_key'])
    .select('audit_sequence')
    .select((of) => partsOf(of as ExpressionBuilder<Tables, never>, of.ref('application.id')));
}

/** An application's people, documents, newest consents and last audit event. */
export type ApplicationParts = Awaited<ReturnType<typeof readParts>>;

/** Reads an application's people, documents, newest consents and last audit event in one round trip. */
export async function readParts(transaction: Transaction, applicationId: string) {
  return transaction.selectNoFrom((of) => partsOf(of, applicationId)).executeTakeFirstOrThrow();
}

/** Returns a subquery for a session's application and its parts as JSON, which the driver parses faster than many columns. */
export function applicationOfSession(of: ExpressionBuilder<Tables, 'session'>) {
  const application = (of as ExpressionBuilder<Tables, never>).selectFrom('application');
  return jsonObjectFrom(
    withParts(application)
      .select([inHex('audit_hash'), sql<string | null>`encode(parts_hash, 'hex')`.as('parts_hash')])
      .where('application.session_id', '=', of.ref('session.id')),
  );
}

/** Returns up to `limit` applications whose ids are >= or > `id`, even erased ones, with their parts, sorted by id. */
export function storedApplicationsFrom(queries: Queries, is: '>=' | '>', id: string, limit: number) {
  return storedApplications(queries.selectFrom('application').where('id', is, id).orderBy('id').limit(limit));
}

/** Returns the applications with the given ids, with their parts. */
export function storedApplicationsOf(queries: Queries, ids: readonly string[]) {
  return storedApplications(queries.selectFrom('application').where('id', '=', anyOf(ids)));
}

async function storedApplications(query: SelectQueryBuilder<Tables, 'application', unknown>) {
  const rows = await withParts(query).select(['audit_hash', 'parts_hash']).execute();
  return rows.map(({ personnel, documents, consents, last_event, ...row }) => ({
    row,
    parts: { personnel, documents, consents, last_event },
  }));
}

type ApplicationInJson = NonNullable<
  ReturnType<typeof applicationOfSession> extends Expression<infer Read> ? Read : never
>;

/** An application and its parts, from one snapshot of the database. */
export interface StoredApplication {
  readonly row: ApplicationRow;
  readonly parts: ApplicationParts;
}

/** Converts the JSON of `applicationOfSession` to the types of the tables' rows. */
export function storedApplication(read: ApplicationInJson): StoredApplication {
  const { personnel, documents, consents, last_event, ...row } = read;
  return {
    row: {
      ...row,
      create_date_time: new Date(row.create_date_time),
      update_date_time: new Date(row.update_date_time),
      submitted_date_time: row.submitted_date_time === null ? null : new Date(row.submitted_date_time),
      audit_hash: Buffer.from(row.audit_hash, 'hex'),
      parts_hash: row.parts_hash === null ? null : Buffer.from(row.parts_hash, 'hex'),
    },
    parts: { personnel, documents, consents, last_event },
  };
}
