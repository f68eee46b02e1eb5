/** Finds applications whose retention period may be over (D38), and erases the rows that belong to an application. */
import { sql } from 'kysely';
import { anyOf } from '../../any-of.ts';
import type { Queries, Transaction } from '../../transactions.ts';
import { type ApplicationRow, eraseSigners } from '../applications.ts';
import type { AuditEventRow } from '../audit-events.ts';

export type PurgePage = Awaited<ReturnType<typeof pageOfSubmitted>>;

/** An application that was submitted and has not been purged. */
export type KeptApplication = PurgePage['applications'][number];

/**
 * Reads up to `limit` applications that were created before `before`, oldest first. Returns the applications that were submitted
 * and not purged, and the last row read (`next`) unless this is the last page.
 */
export async function pageOfSubmitted(
  db: Queries,
  before: Date,
  after: { readonly createDateTime: Date; readonly id: string } | undefined,
  limit: number,
) {
  const rows = await db
    .selectFrom('application')
    .select(['id', 'domain_key as domainKey', 'create_date_time as createDateTime'])
    .select(['submitted_date_time as submittedDateTime', sql<boolean>`data_key is null`.as('isEmpty')])
    .where('create_date_time', '<', before)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(create_date_time, id) > (${after?.createDateTime}, ${after?.id})`),
    )
    .orderBy('create_date_time')
    .orderBy('id')
    .limit(limit)
    .execute();
  const applications = rows.flatMap(({ id, domainKey, submittedDateTime, isEmpty }) =>
    submittedDateTime === null || isEmpty ? [] : [{ id, domainKey, submittedDateTime }],
  );
  return { applications, next: rows.length < limit ? undefined : rows.at(-1) };
}

/** Returns when each application was last decided or withdrawn. Omits applications without such an event. */
export async function lastDecisions(db: Queries, applicationIds: readonly string[]) {
  const rows = await db
    .selectFrom('audit_event')
    .select((select) => ['application_id', select.fn.max('create_date_time').as('at')])
    .where('application_id', '=', anyOf(applicationIds))
    .where('type', 'in', ['decided', 'withdrawn'])
    .groupBy('application_id')
    .execute();
  return new Map(rows.map(({ application_id, at }) => [application_id, at]));
}

/** A job of an application that has not been purged. The job may have been sent. */
export type JobOfKept = Awaited<ReturnType<typeof jobsOf>>[number];

/** Returns all jobs of the given applications, including sent and dead jobs. */
export async function jobsOf(queries: Queries, applicationIds: readonly string[]) {
  return queries
    .selectFrom('outbox')
    .select(['id', 'application_id as applicationId', 'kind'])
    .select((of) => of('done_date_time', 'is not', null).$castTo<boolean>().as('isDone'))
    .where('application_id', '=', anyOf(applicationIds))
    .execute();
}

/** Locks the given applications, except purged ones. Returns the rows of the locked applications, sorted by id. */
export async function lockUnpurged(transaction: Transaction, applicationIds: readonly string[]) {
  return transaction
    .selectFrom('application')
    .selectAll()
    .where('id', '=', anyOf(applicationIds))
    .where('data_key', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Clears the rows of locked applications, including the data keys, and adds the given audit events. */
export async function clearRows(
  transaction: Transaction,
  rows: readonly ApplicationRow[],
  events: readonly AuditEventRow[],
): Promise<void> {
  const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name]);
  const { numAffectedRows } = await sql`
    update application set
      answers = '{}', sealed = '{}', disclosures = '{}', sections = '{}', data_key = null, version = emptied.version,
      update_date_time = emptied.at, audit_sequence = emptied.sequence, audit_hash = emptied.hash
    from unnest(
      ${column('id')}::uuid[], ${column('version')}::integer[], ${column('update_date_time')}::timestamptz[],
      ${column('audit_sequence')}::integer[], ${column('audit_hash')}::bytea[]
    ) as emptied (id, version, at, sequence, hash)
    where application.id = emptied.id
  `.execute(transaction);
  if (numAffectedRows !== BigInt(rows.length)) throw new Error('A locked application no longer exists');
  await transaction
    .insertInto('audit_event')
    .values(events.map((event) => ({ ...event })))
    .execute();
}

/** The tables from which `eraseRowsOf` deletes an application's rows, by whether the application is a draft or submitted. */
const ownedTables = {
  draft: ['personnel', 'document'],
  submitted: ['personnel', 'document', 'submission', 'outbox', 'agreement_opening'],
} as const;

/**
 * Deletes applications' rows from the tables in `ownedTables` and erases signers. The caller must clear the `application` rows.
 */
export async function eraseRowsOf(
  transaction: Transaction,
  applicationIds: readonly string[],
  stage: keyof typeof ownedTables,
): Promise<void> {
  for (const table of ownedTables[stage])
    await transaction.deleteFrom(table).where('application_id', '=', anyOf(applicationIds)).execute();
  await eraseSigners(transaction, applicationIds);
}
