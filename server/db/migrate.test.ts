/**
 * Tests that an older release works with tables that a newer release has changed: expand first, contract later
 * (docs/decisions/migrations.md).
 */
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allStores } from '../../tests/support/database.ts';
import { isMigrated, migrate, TablesTooNew } from './migrate.ts';

/** The first migration that declares which older releases work with its tables, and the migration before it. */
const [mine, before] = ['011-builds-side-by-side', '010-coming-back'];

describe.each(await allStores())('tables changed by a newer program on $name', ({ open }) => {
  /**
   * Returns a store that a newer release has migrated. The newer release declares that the store works with any release that has
   * the migration `worksWith`.
   */
  async function migratedTo(worksWith: string | undefined) {
    const database = await open({ isShared: false });
    onTestFinished(() => database.close());
    const { db } = database;
    await sql`alter table rate_limit add column note text`.execute(db);
    await sql`insert into migration (name, timestamp) values ('999-newer', '2027-01-01')`.execute(db);
    if (worksWith !== undefined)
      await sql`insert into migration_floor values ('999-newer', ${worksWith})`.execute(db);
    return db;
  }

  test.each([mine, before])('are accepted if they work with %s', async (worksWith) => {
    const db = await migratedTo(worksWith);
    await Promise.all([migrate(db), migrate(db)]);
    expect(await isMigrated(db)).toBe(true);
    const { rows } = await sql<{
      name: string;
    }>`select name from migration order by name desc limit 1`.execute(db);
    expect(rows).toEqual([{ name: '999-newer' }]);
  });

  test.each([undefined, '998-not-mine'])('are refused if they work with %s', async (worksWith) => {
    await expect(migrate(await migratedTo(worksWith))).rejects.toThrow(TablesTooNew);
  });

  test('are refused as a whole if one of several migrations is incompatible', async () => {
    const db = await migratedTo(mine);
    await sql`insert into migration (name, timestamp) values ('9999-newest', '2027-01-02')`.execute(db);
    await sql`insert into migration_floor values ('9999-newest', '999-newer')`.execute(db);
    await expect(migrate(db)).rejects.toThrow(TablesTooNew);
  });

  test('each migration of this program declares the older ones that it works with', async () => {
    const database = await open();
    onTestFinished(() => database.close());
    const { rows } = await sql`select name, works_with from migration_floor`.execute(database.db);
    expect(rows).toContainEqual({ name: mine, works_with: before });
    // Migration 013 works with no older release, because an older release would not find documents in a bucket.
    const bucket = '013-documents-in-a-bucket';
    expect(rows).toContainEqual({ name: bucket, works_with: bucket });
    const { rows: silent } = await sql`
      select name from migration where name >= ${mine} except select name from migration_floor
    `.execute(database.db);
    expect(silent).toEqual([]);
  });
});
