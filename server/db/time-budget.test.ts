/** Tests how long a call waits for the database. The clock is fake, but PostgreSQL, its locks and the sockets are real. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { allStores, type TestDatabase } from '../../tests/support/database.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { CallWait, inCall } from './time-budget.ts';
import { transact } from './transactions.ts';
import { isUnavailable } from './unavailable.ts';

/**
 * A time budget far longer than the test takes. PostgreSQL's own timeouts depend on the budget but use the real clock, so they
 * never end a statement during the test.
 */
const timeBudgetMillis = 60 * 60_000;

afterEach(() => {
  vi.useRealTimers();
});

const shared = (await allStores()).filter(({ name }) => name === 'PostgreSQL');

/** Opens a connection outside the store's pool. */
async function admin({ databaseUrl }: TestDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Replaces the clock with a fake one, which only the test advances. */
function holdTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
}

describe.each(shared)('a call that waits for $name', ({ open }) => {
  test('is answered with 503 once its time budget for all its queries is used up (F5)', async () => {
    const database = await open({ timeBudgetMillis });
    const server = await startTestServer({ database });
    onTestFinished(async () => {
      await server.stop();
      await database.close();
    });
    const [one, two, watcher] = [await admin(database), await admin(database), await admin(database)];
    const waiting = async () => {
      const { rows } = await watcher.query(
        "select from pg_locks where not granted and relation = 'session'::regclass and database = (select oid from pg_database where datname = current_database())",
      );
      return rows.length;
    };
    const holdSessions = 'begin; lock table session';
    const tab = server.client();
    await tab.start();

    holdTime();
    await one.query(holdSessions);
    const call = tab.send('POST', '/apply/heartbeat');
    await expect.poll(waiting).toBe(1);
    const next = two.query(holdSessions);
    await expect.poll(waiting).toBe(2);
    // After 70% of the budget the call can read its session. Then its write waits for the next lock.
    await vi.advanceTimersByTimeAsync(timeBudgetMillis * 0.7);
    await one.query('commit');
    await next;
    await expect.poll(waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(timeBudgetMillis * 0.3);
    const { status, headers } = await call;
    expect({ status, wait: headers['retry-after'] }).toEqual({ status: 503, wait: '5' });

    await two.query('commit');
    expect((await tab.send('POST', '/apply/heartbeat')).status).toBe(204);
  });

  test('gets no fresh time budget if its transaction is rolled back and run again (40001)', async () => {
    const database = await open({ timeBudgetMillis });
    onTestFinished(database.close);
    const other = await admin(database);
    await other.query('select pg_advisory_lock(1)');
    const conflict = Promise.withResolvers<void>();
    let runs = 0;
    holdTime();
    const outcome = inCall(new CallWait(), () =>
      transact(database.db, async (transaction) => {
        await sql`select 1`.execute(transaction);
        runs += 1;
        if (runs > 1) return sql`select pg_advisory_xact_lock(1)`.execute(transaction);
        await conflict.promise;
        return sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(transaction);
      }),
    ).catch((error: unknown) => error);
    await expect.poll(() => runs).toBe(1);
    await vi.advanceTimersByTimeAsync(timeBudgetMillis * 0.7);
    conflict.resolve();
    // The transaction pauses for a few milliseconds before its second run.
    await expect.poll(() => vi.advanceTimersByTimeAsync(20).then(() => runs)).toBe(2);
    await vi.advanceTimersByTimeAsync(timeBudgetMillis * 0.3);
    expect(isUnavailable(await outcome)).toBe(true);
    vi.useRealTimers();
    await other.query('select pg_advisory_unlock(1)');
  });
});
