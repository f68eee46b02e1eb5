/** Queries for the files of the web page, from all builds that ran recently. */
import { sql } from 'kysely';
import type { Moment } from '../../clock.ts';
import type { Row } from '../../tables.ts';
import type { Queries } from '../../transactions.ts';

/** A stored file. Its body is compressed with brotli. */
export type StoredAsset = Omit<Row<'page_asset'>, 'used_date_time'>;

/** Marks files as used now. Returns, by file name, each stored file's keyed hash (`proof`) and the SHA-256 of its body. */
export async function touchAssets(db: Queries, names: readonly string[], now: Moment) {
  const rows = await db
    .updateTable('page_asset')
    .set({ used_date_time: now })
    // Lock the rows in the order of their names: two nodes that start at the same time would otherwise deadlock.
    .where('name', 'in', ({ selectFrom }) =>
      selectFrom('page_asset').select('name').where('name', 'in', names).orderBy('name').forUpdate(),
    )
    .returning(['name', 'proof', sql<Buffer>`sha256(body)`.as('hash')])
    .execute();
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

/** Stores files, and replaces files with the same name. The files must be sorted by name: two nodes could otherwise deadlock. */
export async function storeAssets(db: Queries, assets: readonly StoredAsset[], now: Moment): Promise<void> {
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

/** Returns the names of all stored files. */
export async function assetNames(db: Queries): Promise<readonly string[]> {
  const rows = await db.selectFrom('page_asset').select('name').execute();
  return rows.map(({ name }) => name);
}

/** Returns a file, or undefined if it is no longer stored. */
export async function findAsset(db: Queries, name: string): Promise<StoredAsset | undefined> {
  return db
    .selectFrom('page_asset')
    .select(['name', 'body', 'proof'])
    .where('name', '=', name)
    .executeTakeFirst();
}

/** Deletes the files that no node has used since `before`. */
export async function deleteUnusedAssets(db: Queries, before: Moment): Promise<void> {
  await db.deleteFrom('page_asset').where('used_date_time', '<', before).execute();
}
