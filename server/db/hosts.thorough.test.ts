/**
 * Tests a database on two real PostgreSQL hosts, only one of which accepts writes. To simulate a failover, the tests make a host
 * read-only.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../tests/support/free-port.ts';
import { findPostgres, startTestPostgres, type TestPostgres } from '../../tests/support/postgres.ts';
import { openDatabase } from '../db/database.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { CallWait, inCall } from './time-budget.ts';

const log = pino({ level: 'silent' });

describe.skipIf(findPostgres() === undefined)('a database on several hosts', () => {
  let hosts: readonly TestPostgres[];
  const [first, second] = [0, 1];
  const portOf = (host: number) => hosts[host]?.port ?? 0;
  const urlOf = (ports: readonly number[], more = '') =>
    `postgresql://postgres@${ports.map((port) => `127.0.0.1:${port}`).join()}/postgres${more}`;
  const open = (databaseUrl: string, timeBudgetMillis?: number) =>
    openDatabase({ databaseUrl, dataDir: '', log, ...(timeBudgetMillis && { timeBudgetMillis }) });

  beforeAll(async () => {
    hosts = await Promise.all([startTestPostgres({ tcp: true }), startTestPostgres({ tcp: true })]);
    for (const [host] of hosts.entries()) await (await open(urlOf([portOf(host)]))).close();
  });
  afterAll(async () => {
    await Promise.all(hosts.map((host) => host.stop()));
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Makes `promoted` the only host that accepts writes. If `promoted` is undefined, no host accepts writes. */
  async function promote(promoted: number | undefined, before = 'select 1'): Promise<void> {
    for (const [host] of hosts.entries()) await setWritable(host, host === promoted, before);
  }

  /** Makes a host accept writes or makes it read-only. Before the host accepts writes, runs the statement `before` on it. */
  async function setWritable(host: number, takesWrites: boolean, before = 'select 1'): Promise<void> {
    const admin = new pg.Client({ connectionString: urlOf([portOf(host)]) });
    await admin.connect();
    if (takesWrites) await admin.query(before);
    await admin.query('set transaction_read_only = off; set default_transaction_read_only = off');
    await admin.query(`alter system set default_transaction_read_only = ${!takesWrites}`);
    await admin.query('select pg_reload_conf()');
    const shown = async () => {
      const fresh = new pg.Client({ connectionString: urlOf([portOf(host)]) });
      await fresh.connect();
      const { rows } = await fresh.query("select current_setting('transaction_read_only') as value");
      await fresh.end();
      return rows[0].value;
    };
    await expect.poll(shown).toBe(takesWrites ? 'off' : 'on');
    await admin.end();
  }

  const portIn = async (on: Kysely<unknown>) => {
    const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(on);
    return Number(rows[0]?.port);
  };

  test('is reached at the host that accepts writes, wherever it is listed, and past an unreachable one', async () => {
    const nowhere = await freePort();
    for (const writable of [first, second]) {
      await promote(writable);
      for (const ports of [
        [nowhere, portOf(first), portOf(second)],
        [portOf(second), nowhere, portOf(first)],
      ]) {
        const database = await open(urlOf(ports));
        const found = Array.from({ length: 20 }, (_, index) =>
          portIn((index % 2 ? database.db : database.reads) as Kysely<unknown>),
        );
        expect(new Set(await Promise.all(found))).toEqual(new Set([portOf(writable)]));
        expect(await database.ready()).toBe(true);
        await database.close();
      }
    }
  });

  test('does not open if no host accepts writes, even if its URL names only one host', async () => {
    await promote(undefined);
    for (const url of [
      urlOf([portOf(first), portOf(second)]),
      urlOf([portOf(first)], '?target_session_attrs=read-write'),
    ]) {
      const refused = await open(url).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: '25006' });
      expect(isUnavailable(refused)).toBe(true);
    }
  });

  const write = (db: Kysely<unknown>) => sql`update rate_limit set count = count where false`.execute(db);

  test('moves every connection to the next host that accepts writes, once a write has failed', async () => {
    await promote(first);
    const database = await open(urlOf([portOf(first), portOf(second)]));
    onTestFinished(database.close);
    const db = database.db as Kysely<unknown>;
    const reads = database.reads as Kysely<unknown>;
    const all = () => Promise.all(Array.from({ length: 20 }, (_, index) => portIn(index % 2 ? db : reads)));
    expect(new Set(await all())).toEqual(new Set([portOf(first)]));
    // One connection is in the middle of a transaction, which must end on the host where it began.
    await db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      await promote(second);
      expect(isUnavailable(await write(db).catch((error: unknown) => error))).toBe(true);
      expect(await portIn(transaction)).toBe(portOf(first));
    });
    expect(new Set(await all())).toEqual(new Set([portOf(second)]));
    await write(db);
  });

  test('with one hung and one silent host fails a call once its time budget for all waits is used up (F5)', async () => {
    await promote(first);
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const timeBudgetMillis = 60 * 60_000;
    const ports = [portOf(first), (silent.address() as AddressInfo).port, portOf(second)];
    const database = await open(urlOf(ports), timeBudgetMillis);
    onTestFinished(async () => {
      await hosts[first]?.resume();
      await database.close();
      silent.close();
    });
    const db = database.db as Kysely<unknown>;
    /** Starts calls that each write, hold their connection until `go` is called, and write again. */
    const writing = (count: number) => {
      const go = Promise.withResolvers<void>();
      let holding = 0;
      const calls = Array.from({ length: count }, () =>
        inCall(new CallWait(), () =>
          db.transaction().execute(async (transaction) => {
            await write(transaction);
            holding += 1;
            await go.promise;
            await write(transaction);
          }),
        ).then(
          () => 'written',
          (error: unknown) => isUnavailable(error) && 'unavailable',
        ),
      );
      return { go: go.resolve, holding: () => holding, outcomes: Promise.all(calls) };
    };

    // Only the clock is fake. The connections and the paused host, for which the calls wait, are real.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const before = writing(10);
    await expect.poll(before.holding).toBe(10);
    const after = writing(3);
    await vi.advanceTimersByTimeAsync(timeBudgetMillis * 0.6);
    before.go();
    expect(new Set(await before.outcomes)).toEqual(new Set(['written']));
    // The three calls of `after` spent 60% of their budget waiting for a connection. Next, they wait for a paused host.
    await expect.poll(after.holding).toBe(3);
    await hosts[first]?.pause();
    after.go();
    await vi.advanceTimersByTimeAsync(timeBudgetMillis * 0.4);
    expect(new Set(await after.outcomes)).toEqual(new Set(['unavailable']));

    vi.useRealTimers();
    await hosts[first]?.resume();
    await expect.poll(() => database.ready()).toBe(true);
    expect(await portIn(db)).toBe(portOf(first));
  });

  test.skipIf(process.platform !== 'linux')(
    'a silently lost connection is detected by the kernel',
    async () => {
      await promote(first);
      const database = await open(urlOf([portOf(first)]));
      onTestFinished(database.close);
      const remote = `:${portOf(first).toString(16).toUpperCase().padStart(4, '0')}`;
      const sockets = (await readFile('/proc/net/tcp', 'utf8'))
        .split('\n')
        .map((line) => line.trim().split(/\s+/));
      // The first field is the socket's active timer: 02 means a keepalive probe. The second field is the timer's remaining time
      // in hundredths of a second.
      const timers = sockets.filter(([, , to, state]) => to?.endsWith(remote) && state === '01');
      expect(timers.length).toBeGreaterThan(0);
      for (const [, , , , , timer = ''] of timers) {
        const [kind, due = ''] = timer.split(':');
        expect([kind, Number.parseInt(due, 16) <= 1_000]).toEqual(['02', true]);
      }
    },
  );

  test('costs one call if a host falls silent under idle connections, and the next call finds another host', async () => {
    await promote(first);
    const database = await open(urlOf([portOf(first), portOf(second)]), 600);
    const db = database.db as Kysely<unknown>;
    onTestFinished(async () => {
      await hosts[first]?.resume();
      await database.close();
    });
    await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.2)`.execute(db)));
    await hosts[first]?.pause();
    await setWritable(second, true);
    expect(isUnavailable(await write(db).catch((error: unknown) => error))).toBe(true);
    await write(db);
    expect(await portIn(db)).toBe(portOf(second));
  });

  test('is found again by the readiness check, even if no call writes', async () => {
    await promote(first);
    const database = await open(urlOf([portOf(first), portOf(second)]));
    onTestFinished(database.close);
    await promote(undefined);
    expect(await database.ready()).toBe(false);
    expect(await database.takesWrites()).toBe(false);
    await promote(second);
    expect(await database.ready()).toBe(true);
    expect(await portIn(database.reads as Kysely<unknown>)).toBe(portOf(second));
  });

  test('is not read from a host that resumes after another one was promoted', async () => {
    await promote(first);
    const database = await open(urlOf([portOf(first), portOf(second)]));
    onTestFinished(database.close);
    const db = database.db as Kysely<unknown>;
    // The second host begins a new timeline, as a promoted standby does.
    const admin = new pg.Client({ connectionString: urlOf([portOf(second)]) });
    await admin.connect();
    await admin.query('set transaction_read_only = off; set default_transaction_read_only = off');
    const { rows } = await admin.query("select current_setting('data_directory') as folder");
    await admin.query(`copy (select) to '${rows[0].folder}/standby.signal'`);
    await admin.end();
    await hosts[second]?.halt();
    await hosts[second]?.goOn();
    await promote(second, 'select pg_promote()');
    await expect.poll(() => database.ready()).toBe(true);
    expect(await portIn(db)).toBe(portOf(second));
    // The first host is now alone and still believes that it is the primary.
    await promote(first);
    await hosts[second]?.halt();
    for (const on of [db, database.reads as Kysely<unknown>])
      expect(isUnavailable(await portIn(on).catch((error: unknown) => error))).toBe(true);
    expect(await database.ready()).toBe(false);
    await hosts[second]?.goOn();
    await promote(second);
    await expect.poll(() => database.ready()).toBe(true);
    expect(await portIn(db)).toBe(portOf(second));
  });

  test('with only one host is not ready until that host accepts writes', async () => {
    await promote(first);
    const database = await open(urlOf([portOf(first)]));
    onTestFinished(database.close);
    await promote(second);
    expect(await database.ready()).toBe(false);
    expect(isUnavailable(await write(database.db as Kysely<unknown>).catch((error) => error))).toBe(true);
    await promote(first);
    expect(await database.ready()).toBe(true);
    await write(database.db as Kysely<unknown>);
  });
});
