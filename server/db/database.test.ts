import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { allStores } from '../../tests/support/database.ts';
import { isUnavailable } from './unavailable.ts';

describe.each(await allStores())('database on $name', ({ open }) => {
  test('is ready once opened and not once closed; closing again changes nothing', async () => {
    const database = await open({ isShared: false });
    expect(await database.ready()).toBe(true);
    await database.close();
    await database.close();
    expect(await database.ready()).toBe(false);
  });

  test('keeps its rows over a restart', async () => {
    const database = await open();
    const row = { bucket: 'start', window_date_time: new Date(), count: 1 };
    await database.db.insertInto('rate_limit').values(row).execute();
    const { db, close } = await database.reopen();
    expect(await db.selectFrom('rate_limit').selectAll().execute()).toEqual([row]);
    await close();
  });

  test('a count is a number', async () => {
    const { db, close } = await open();
    expect(await db.selectFrom('domain').select(db.fn.countAll().as('count')).execute()).toEqual([
      { count: 0 },
    ]);
    await close();
  });

  test('a bigint too large for a number is an error, not a wrong number', async () => {
    const { db, close } = await open();
    await expect(sql`select 9007199254740993::bigint`.execute(db)).rejects.toThrow(RangeError);
    expect((await sql`select 9007199254740991::bigint as n`.execute(db)).rows).toEqual([
      { n: 9007199254740991 },
    ]);
    await close();
  });

  test('a query outside the transaction that waits for it does not hang the store', async () => {
    const { db, close } = await open({ timeBudgetMillis: 1_000 });
    const outcome = await db
      .transaction()
      .execute(async () => db.selectFrom('domain').selectAll().execute())
      .catch((error: unknown) => error);
    if (outcome instanceof Error) expect(isUnavailable(outcome)).toBe(true);
    expect(await db.selectFrom('domain').selectAll().execute()).toEqual([]);
    await close();
  });

  test('refuses to open once a newer program has migrated it', async () => {
    const database = await open();
    await sql`insert into migration values ('999-later', now()::text)`.execute(database.db);
    await expect(database.reopen()).rejects.toThrow('999-later');
  });
});
