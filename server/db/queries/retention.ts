/** Finds applications whose retention time may be over (D38), and erases what belongs to an application. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../tables.ts';
import { eraseSigners } from './consents.ts';

/** An application that was submitted and not yet purged. */
export interface KeptApplication {
  readonly id: string;
  readonly domainKey: string;
  /** The latest of submission, decision and withdrawal: retention time counts from then. */
  readonly since: Date;
  readonly jobs: readonly { readonly id: string; readonly kind: string; readonly done: boolean }[];
}

export interface PurgePage {
  readonly applications: readonly KeptApplication[];
  /** Where to go on; undefined at the end. */
  readonly next: { readonly createDateTime: Date; readonly id: string } | undefined;
}

/**
 * A page of the applications created before a time, oldest first; of these the submitted ones that were not purged.
 * Every row looked at counts towards `limit`, so that a page costs the same however many were purged before.
 */
export async function pageOfSubmitted(
  db: Kysely<Tables>,
  before: Date,
  after: PurgePage['next'],
  limit: number,
): Promise<PurgePage> {
  const rows = await db
    .selectFrom('application')
    .select(['id', 'domain_key', 'create_date_time', 'submitted_date_time'])
    .select(sql<boolean>`data_key is null`.as('is_empty'))
    .where('create_date_time', '<', before)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(create_date_time, id) > (${after?.createDateTime}, ${after?.id})`),
    )
    .orderBy('create_date_time')
    .orderBy('id')
    .limit(limit)
    .execute();
  const applications: KeptApplication[] = [];
  for (const { id, domain_key, submitted_date_time, is_empty } of rows) {
    if (submitted_date_time === null || is_empty) continue;
    const jobs = await db
      .selectFrom('outbox')
      .select(['id', 'kind', 'done_date_time'])
      .where('application_id', '=', id)
      .execute();
    applications.push({
      id,
      domainKey: domain_key,
      since: await lastStep(db, id, submitted_date_time),
      jobs: jobs.map((job) => ({ id: job.id, kind: job.kind, done: job.done_date_time !== null })),
    });
  }
  const last = rows.at(-1);
  const next =
    rows.length < limit || !last ? undefined : { createDateTime: last.create_date_time, id: last.id };
  return { applications, next };
}

async function lastStep(db: Kysely<Tables>, id: string, submitted: Date): Promise<Date> {
  const { at } = await db
    .selectFrom('audit_event')
    .select((select) => select.fn.max('create_date_time').as('at'))
    .where('application_id', '=', id)
    .where('type', 'in', ['decided', 'withdrawn'])
    .executeTakeFirstOrThrow();
  return at !== null && at > submitted ? at : submitted;
}

/** The kinds of an application's jobs that are not done, dead ones included. */
export async function unfinishedKinds(
  transaction: Transaction<Tables>,
  applicationId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('outbox')
    .select('kind')
    .where('application_id', '=', applicationId)
    .where('done_date_time', 'is', null)
    .execute();
  return rows.map(({ kind }) => kind);
}

/** What an application owns rows of, by how far it has come. */
const ownedTables = {
  draft: ['personnel', 'document'],
  submitted: ['personnel', 'document', 'submission', 'outbox'],
} as const;

/**
 * Erases what belongs to an application whose row the caller has locked and empties itself: its people and documents,
 * once submitted also its submission and jobs, and in its consents who gave them and from where.
 */
export async function eraseRowsOf(
  transaction: Transaction<Tables>,
  applicationId: string,
  stage: keyof typeof ownedTables,
): Promise<void> {
  for (const table of ownedTables[stage])
    await transaction.deleteFrom(table).where('application_id', '=', applicationId).execute();
  await eraseSigners(transaction, applicationId);
}
