/** The operator's list of applications (D35): newest first, paged by key, at a cost that does not grow with the table. */
import type { ExpressionBuilder, Kysely } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Status } from '../../../../api/status.ts';
import type { Tables } from '../../tables.ts';

/** Which applications a list shows; `from` and `before` are about when an application was created. */
export interface ApplicationFilter {
  readonly status?: Status | undefined;
  readonly domainKey?: string | undefined;
  readonly storeId?: string | undefined;
  readonly from?: Date | undefined;
  /** Not included. */
  readonly before?: Date | undefined;
  readonly referenceNumber?: string | undefined;
}

/** Where a page begins: after an application of the page before. */
export interface ListPosition {
  readonly id: string;
  readonly createDateTime: Date;
}

export interface ListedApplication extends ListPosition {
  readonly referenceNumber: string | null;
  readonly status: Status;
  readonly domainKey: string;
  readonly storeId: string;
  readonly submittedDateTime: Date | null;
}

/** One page of a list, `limit` at most. */
export async function listApplications(
  db: Kysely<Tables>,
  filter: ApplicationFilter,
  page: { readonly after?: ListPosition | undefined; readonly limit: number },
): Promise<ListedApplication[]> {
  return applicationsQuery(db, filter, page).execute();
}

/** The query itself, so that a test can look at its plan. */
export function applicationsQuery(
  db: Kysely<Tables>,
  filter: ApplicationFilter,
  { after, limit }: { readonly after?: ListPosition | undefined; readonly limit: number },
) {
  const query = db
    .selectFrom('application')
    .select([
      'id',
      'reference_number as referenceNumber',
      'status',
      'domain_key as domainKey',
      'store_id as storeId',
      'create_date_time as createDateTime',
      'submitted_date_time as submittedDateTime',
    ])
    .where(passing(filter))
    .orderBy('create_date_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after === undefined) return query;
  return query.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('create_date_time', 'id'), '<', tuple(after.createDateTime, after.id)),
  );
}

/** What an application has to be like to pass a filter. */
function passing({ status, domainKey, storeId, from, before, referenceNumber }: ApplicationFilter) {
  return (is: ExpressionBuilder<Tables, 'application'>) =>
    is.and([
      ...(status === undefined ? [] : [is('application.status', '=', status)]),
      ...(domainKey === undefined ? [] : [is('application.domain_key', '=', domainKey)]),
      ...(storeId === undefined ? [] : [is('application.store_id', '=', storeId)]),
      ...(from === undefined ? [] : [is('application.create_date_time', '>=', from)]),
      ...(before === undefined ? [] : [is('application.create_date_time', '<', before)]),
      ...(referenceNumber === undefined ? [] : [is('application.reference_number', '=', referenceNumber)]),
    ]);
}

/** The ways that lead back into some applications (D55). */
export async function liveTokensInto(db: Kysely<Tables>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return liveTokens(db)
    .select([
      'application.id as applicationId',
      'domain_key as domainKey',
      'kind as way',
      'update_date_time as changeDateTime',
    ])
    .where('application.id', 'in', ids)
    .orderBy('kind')
    .execute();
}

/** How many ways lead back into the applications that pass a filter, by program and way, and the last change of any. */
export async function liveTokensCounted(db: Kysely<Tables>, filter: ApplicationFilter) {
  const rows = await liveTokens(db)
    .select((of) => [
      'domain_key as domainKey',
      'kind as way',
      of.fn.countAll<number>().as('count'),
      of.fn.max('update_date_time').as('changeDateTime'),
    ])
    .where(passing(filter))
    .groupBy(['domain_key', 'kind'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

const liveTokens = (db: Kysely<Tables>) =>
  db
    .selectFrom('way_back')
    .innerJoin('application', 'application.id', 'way_back.application_id')
    .where('way_back.end_date_time', 'is', null);

/** The position of an application in the list; undefined where there is none. */
export async function positionInList(db: Kysely<Tables>, id: string): Promise<ListPosition | undefined> {
  return db
    .selectFrom('application')
    .select(['id', 'create_date_time as createDateTime'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The rows of the given applications with their people, in no particular order. */
export async function contentOfApplications(db: Kysely<Tables>, ids: readonly string[]) {
  return db
    .selectFrom('application')
    .select(['id', 'domain_key', 'provider_id as providerId', 'data_key', ...contentColumns])
    .select((of) =>
      jsonArrayFrom(
        of
          .selectFrom('personnel')
          .select(['id', 'personnel_type as personnelType', 'answers', 'sealed'])
          .whereRef('personnel.application_id', '=', 'application.id')
          .orderBy('id'),
      ).as('personnel'),
    )
    .where('id', 'in', ids)
    .execute();
}

const contentColumns = ['answers', 'sealed', 'disclosures', 'sections'] as const;
