/** Rows of the page's files, of every build that ran lately. */
import { type Kysely, sql } from 'kysely';
import type { Moment } from '../../clock.ts';
import type { Tables } from '../../tables.ts';

/** A file as it is stored. */
export interface StoredAsset {
  readonly name: string;
  /** Compressed by brotli. */
  readonly body: Buffer;
  readonly proof: Buffer;
}

/** Says that these files are in use, and returns of those that are stored the proof and the SHA-256 of the body, by name. */
export async function touchAssets(
  db: Kysely<Tables>,
  names: readonly string[],
  now: Moment,
): Promise<ReadonlyMap<string, { readonly proof: Buffer; readonly hash: Buffer }>> {
  const rows = await db
    .updateTable('page_asset')
    .set({ used_date_time: now })
    // In one order: two nodes that start at once would otherwise wait for each other.
    .where('name', 'in', ({ selectFrom }) =>
      selectFrom('page_asset').select('name').where('name', 'in', names).orderBy('name').forUpdate(),
    )
    .returning(['name', 'proof', sql<Buffer>`sha256(body)`.as('hash')])
    .execute();
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

/** Stores files, which are in the order of their names; one that is there already is replaced. */
export async function storeAssets(
  db: Kysely<Tables>,
  assets: readonly StoredAsset[],
  now: Moment,
): Promise<void> {
  if (assets.length === 0) return;
  await db
    .insertInto('page_asset')
    .values(assets.map((asset) => ({ ...asset, used_date_time: now })))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(({ ref }) => ({ body: ref('excluded.body'), proof: ref('excluded.proof') })),
    )
    .execute();
}

/** The names of all files that are stored. */
export async function assetNames(db: Kysely<Tables>): Promise<readonly string[]> {
  const rows = await db.selectFrom('page_asset').select('name').execute();
  return rows.map(({ name }) => name);
}

/** A file; undefined where it is not stored any more. */
export async function findAsset(db: Kysely<Tables>, name: string): Promise<StoredAsset | undefined> {
  return db
    .selectFrom('page_asset')
    .select(['name', 'body', 'proof'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Deletes the files that no node has used since a moment. */
export async function deleteUnusedAssets(db: Kysely<Tables>, before: Moment): Promise<void> {
  await db.deleteFrom('page_asset').where('used_date_time', '<', before).execute();
}
