import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allStores } from '../../tests/support/database.ts';
import { countCallInBucket } from './queries/rate-limits.ts';
import type { Tables } from './tables.ts';
import { readSnapshot, transact } from './transactions.ts';
import { isUnavailable } from './unavailable.ts';

const shared = (await allStores()).filter(({ name }) => name === 'PostgreSQL');

describe.each(shared)('concurrent transactions on $name', ({ open }) => {
  async function counters() {
    const database = await open();
    onTestFinished(database.close);
    const { db } = database;
    const at = new Date(0);
    const rows = ['a', 'b'].map((bucket) => ({ bucket, window_date_time: at, count: 0 }));
    await db.insertInto('rate_limit').values(rows).execute();
    const count = (transaction: Transaction<Tables>, bucket: string) =>
      transaction
        .updateTable('rate_limit')
        .set((set) => ({ count: set('count', '+', 1) }))
        .where('bucket', '=', bucket)
        .execute();
    const counts = async () =>
      (await db.selectFrom('rate_limit').select('count').orderBy('bucket').execute()).map((row) => row.count);
    return { db, count, counts };
  }

  test('both succeed once if they deadlock (40P01)', async () => {
    const { db, count, counts } = await counters();
    const both = Promise.withResolvers<void>();
    let [runs, holding] = [0, 0];
    const through = (first: string, second: string) =>
      transact(db, async (transaction) => {
        runs += 1;
        await sql`set local deadlock_timeout = '10ms'`.execute(transaction);
        await count(transaction, first);
        holding += 1;
        if (holding === 2) both.resolve();
        await both.promise;
        await count(transaction, second);
      });
    await Promise.all([through('a', 'b'), through('b', 'a')]);
    expect(await counts()).toEqual([2, 2]);
    expect(runs).toBe(3);
  });

  test('both succeed on current data if one changes what the other has read (40001)', async () => {
    const { db, count, counts } = await counters();
    const seen: unknown[] = [];
    await readSnapshot(db, async (transaction) => {
      const [row] = await transaction.selectFrom('rate_limit').select('count').orderBy('bucket').execute();
      seen.push(row?.count);
      if (seen.length === 1) await db.transaction().execute((other) => count(other, 'a'));
      await count(transaction, 'a');
    });
    expect(seen).toEqual([0, 1]);
    expect(await counts()).toEqual([2, 0]);
  });

  test('of a single statement each succeed under strict isolation', async () => {
    // Use a separate database: otherwise, these session settings would affect the next test that uses the same connection.
    const database = await open({ isShared: false });
    onTestFinished(database.close);
    const strict = sql`select set_config('default_transaction_isolation', 'serializable', false), pg_sleep(0.1)`;
    await Promise.all(Array.from({ length: 10 }, () => strict.execute(database.db)));
    const limit = { max: 100, windowMillis: 24 * 60 * 60_000 };
    for (let round = 0; round < 10; round += 1)
      await Promise.all([1, 2, 3].map(() => countCallInBucket(database, 'met', limit)));
    const { count } = await database.db.selectFrom('rate_limit').select('count').executeTakeFirstOrThrow();
    expect(count).toBe(30);
  });

  test('that conflict repeatedly are given up as unavailable, and any other error is not retried', async () => {
    const { db, count, counts } = await counters();
    const failing = async (state: string) => {
      let runs = 0;
      const error = await transact(db, async (transaction) => {
        runs += 1;
        await count(transaction, 'a');
        await sql.raw(`do $$ begin raise exception using errcode = '${state}'; end $$`).execute(transaction);
      }).catch((caught: unknown) => caught);
      return { runs, unavailable: isUnavailable(error) };
    };
    expect(await failing('40001')).toEqual({ runs: 4, unavailable: true });
    expect(await failing('23505')).toEqual({ runs: 1, unavailable: false });
    expect(await counts()).toEqual([0, 0]);
  });
});
