/** The operator's list of applications (D35): newest first, paged by key, at a cost that does not grow with the table. */
import { type Kysely, sql } from 'kysely';
import type { Status } from '../../api/application.ts';
import type { Tables } from './tables.ts';

/** What a list is narrowed to; `from` and `before` are about when the application was begun. */
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
export interface ApplicationPlace {
  readonly id: string;
  readonly createDateTime: Date;
}

export interface ListedApplication extends ApplicationPlace {
  readonly referenceNumber: string | null;
  readonly status: Status;
  readonly domainKey: string;
  readonly storeId: string;
  readonly submittedDateTime: Date | null;
  readonly businessName: string | null;
}

/** One page of a list, `limit` at most. */
export async function listApplications(
  db: Kysely<Tables>,
  filter: ApplicationFilter,
  page: { readonly after?: ApplicationPlace | undefined; readonly limit: number },
): Promise<ListedApplication[]> {
  return applicationsQuery(db, filter, page).execute();
}

/** The query by itself, so that its plan can be looked at. */
export function applicationsQuery(
  db: Kysely<Tables>,
  { status, domainKey, storeId, from, before, referenceNumber }: ApplicationFilter,
  { after, limit }: { readonly after?: ApplicationPlace | undefined; readonly limit: number },
) {
  let query = db
    .selectFrom('application')
    .select([
      'id',
      'reference_number as referenceNumber',
      'status',
      'domain_key as domainKey',
      'store_id as storeId',
      'create_date_time as createDateTime',
      'submitted_date_time as submittedDateTime',
      sql<string | null>`answers ->> 'businessName'`.as('businessName'),
    ])
    .orderBy('create_date_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (status !== undefined) query = query.where('status', '=', status);
  if (domainKey !== undefined) query = query.where('domain_key', '=', domainKey);
  if (storeId !== undefined) query = query.where('store_id', '=', storeId);
  if (from !== undefined) query = query.where('create_date_time', '>=', from);
  if (before !== undefined) query = query.where('create_date_time', '<', before);
  if (referenceNumber !== undefined) query = query.where('reference_number', '=', referenceNumber);
  if (after !== undefined)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('create_date_time', 'id'), '<', tuple(after.createDateTime, after.id)),
    );
  return query;
}

/** Where an application stands in the list; undefined where there is none. */
export async function placeInList(db: Kysely<Tables>, id: string): Promise<ApplicationPlace | undefined> {
  return db
    .selectFrom('application')
    .select(['id', 'create_date_time as createDateTime'])
    .where('id', '=', id)
    .executeTakeFirst();
}
