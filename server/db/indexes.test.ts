import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allStores, openTestDatabase } from '../../tests/support/database.ts';
import { type LateIndex, lateIndexes, makeIndexes, makeIndexesAlone } from './indexes.ts';
import type { Tables } from './tables.ts';

/** Returns, by name, whether each existing index is valid. Omits missing indexes. */
async function validity(db: Kysely<Tables>, indexes: readonly LateIndex[]): Promise<Record<string, boolean>> {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
    where relname in (${sql.join(indexes.map(({ name }) => name))})
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]));
}

const all = (indexes: readonly LateIndex[]) => Object.fromEntries(indexes.map(({ name }) => [name, true]));

describe.each(await allStores())('indexes on $name', ({ name, open }) => {
  test('all exist once a store is open', async () => {
    const { db, close } = await open();
    onTestFinished(close);
    expect(await validity(db, lateIndexes)).toEqual(all(lateIndexes));
  });

  test('are rebuilt if they are missing', async () => {
    const { db, close } = await open({ isShared: false });
    onTestFinished(close);
    await sql`drop index session_ended`.execute(db);
    await (name === 'PostgreSQL' ? makeIndexes(db) : makeIndexesAlone(db));
    expect(await validity(db, lateIndexes)).toEqual(all(lateIndexes));
  });
});

const [, postgres] = await allStores();

describe.skipIf(postgres === undefined)('on PostgreSQL', () => {
  async function opened() {
    const database = await (postgres?.open({ isShared: false }) ?? openTestDatabase());
    onTestFinished(database.close);
    return database;
  }

  const unique: LateIndex = { name: 'limit_count', on: 'rate_limit (count)' };

  test('an index whose build failed is rebuilt', async () => {
    const { db } = await opened();
    const at = new Date();
    for (const bucket of ['a', 'b'])
      await db.insertInto('rate_limit').values({ bucket, window_date_time: at, count: 1 }).execute();
    await expect(
      sql`create unique index concurrently limit_count on rate_limit (count)`.execute(db),
    ).rejects.toThrow('could not create unique index');
    expect(await validity(db, [unique])).toEqual({ limit_count: false });
    await makeIndexes(db, [unique]);
    expect(await validity(db, [unique])).toEqual({ limit_count: true });
  });

  test('an index is built while others write, and other nodes leave it to the node that builds it', async () => {
    const { db, databaseUrl } = await opened();
    // PostgreSQL can't finish the index until this open transaction ends. Meanwhile, other writes don't wait for the index.
    const writer = new pg.Client({ connectionString: databaseUrl });
    await writer.connect();
    onTestFinished(() => writer.end());
    await writer.query('begin');
    await writer.query("insert into rate_limit values ('a', now(), 1)");
    // Use a connection without the timeouts of API calls, as a migration does.
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    const owner = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    onTestFinished(() => owner.destroy());
    const making = makeIndexes(owner, [unique]);
    const isUnderWay = async () =>
      (await sql`select from pg_stat_progress_create_index where index_relid <> 0`.execute(db)).rows.length >
      0;
    await expect.poll(isUnderWay, { interval: 20 }).toBe(true);
    await makeIndexes(db, [unique]);
    await db
      .insertInto('rate_limit')
      .values({ bucket: 'b', window_date_time: new Date(), count: 2 })
      .execute();
    await writer.query('commit');
    await making;
    expect(await validity(db, [unique])).toEqual({ limit_count: true });
  });
});
