/** The operator's list of applications (D35), newest first. With keyset pagination, a page's cost doesn't grow with the table. */
import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Status } from '../../../../api/status.ts';
import type { Tables } from '../../tables.ts';
import type { Queries } from '../../transactions.ts';

/** The conditions that applications in a list must meet. `from` and `before` limit an application's creation time. */
export interface ApplicationFilter {
  readonly status?: Status | undefined;
  readonly domainKey?: string | undefined;
  readonly storeId?: string | undefined;
  readonly from?: Date | undefined;
  /** The end of the period. An application created exactly at this time is not in the list. */
  readonly before?: Date | undefined;
  readonly referenceNumber?: string | undefined;
}

/** The last application of the previous page. The next page begins after this application. */
export interface ListPosition {
  readonly id: string;
  readonly createDateTime: Date;
}

interface ListPage {
  readonly after?: ListPosition | undefined;
  readonly limit: number;
}

export type ListedApplication = Awaited<ReturnType<typeof listApplications>>[number];

/** Returns one page of a list. */
export async function listApplications(db: Queries, filter: ApplicationFilter, page: ListPage) {
  return applicationsQuery(db, filter, page).execute();
}

/** Builds the query of `listApplications`. Exported so that a test can check its plan. */
export function applicationsQuery(db: Queries, filter: ApplicationFilter, { after, limit }: ListPage) {
  const query = db
    .selectFrom('application')
    .select(['id', 'reference_number as referenceNumber', 'status'])
    .select(['domain_key as domainKey', 'store_id as storeId'])
    .select(['create_date_time as createDateTime', 'submitted_date_time as submittedDateTime'])
    .where(matches(filter))
    .orderBy('create_date_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after === undefined) return query;
  return query.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('create_date_time', 'id'), '<', tuple(after.createDateTime, after.id)),
  );
}

/** Returns the SQL condition for a filter. */
function matches({ status, domainKey, storeId, from, before, referenceNumber }: ApplicationFilter) {
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

/** Returns the resume tokens of the given applications, without ended tokens (D55). */
export async function liveTokensOfApplications(db: Queries, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return liveTokens(db)
    .select(['application.id as applicationId', 'domain_key as domainKey', 'kind as way'])
    .select('update_date_time as changeDateTime')
    .where('application.id', 'in', ids)
    .orderBy('kind')
    .execute();
}

/**
 * Returns, for each program and kind of token, the number of live resume tokens of matching applications, and the time of the
 * latest change of these applications.
 */
export async function liveTokensCounted(db: Queries, filter: ApplicationFilter) {
  return liveTokens(db)
    .select((of) => [
      'domain_key as domainKey',
      'kind as way',
      of.fn.countAll<number>().as('count'),
      of.fn.max('update_date_time').as('changeDateTime'),
    ])
    .where(matches(filter))
    .groupBy(['domain_key', 'kind'])
    .execute();
}

const liveTokens = (db: Queries) =>
  db
    .selectFrom('way_back')
    .innerJoin('application', 'application.id', 'way_back.application_id')
    .where('way_back.end_date_time', 'is', null);

/** Returns an application's position in the list, or undefined if the application doesn't exist. */
export async function positionInList(db: Queries, id: string): Promise<ListPosition | undefined> {
  return db
    .selectFrom('application')
    .select(['id', 'create_date_time as createDateTime'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the rows of the given applications with their people, in any order. */
export async function contentOfApplications(db: Queries, ids: readonly string[]) {
  return db
    .selectFrom('application')
    .select(['id', 'domain_key', 'provider_id as providerId', 'data_key'])
    .select(['answers', 'sealed', 'disclosures', 'sections'])
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
