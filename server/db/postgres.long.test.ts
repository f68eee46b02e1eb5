import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { expectError } from '../../tests/support/expect-error.ts';
import { findPostgres, startTestPostgres, type TestPostgres } from '../../tests/support/postgres.ts';
import { business, create, upload } from '../../tests/support/sample-application.ts';
import { hasOpenssl, trustedCertificate } from '../../tests/support/test-certificate.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { openDatabase } from './database.ts';
import { openingProblem } from './opening-error.ts';
import { isUnavailable } from './unavailable.ts';
import { whileDatabaseResponds } from './while-answering.ts';

const log = pino({ level: 'silent' });

/** Returns the error that a promise rejects with. Fails the test if the promise does not reject. */
async function apiError(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The promise did not reject');
}

/** These tests need their own cluster, because pausing a shared cluster would stop every other test. */
describe.skipIf(findPostgres() === undefined)('database on a failing PostgreSQL', () => {
  let postgres: TestPostgres;
  let admin: pg.Client;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    admin = new pg.Client({ connectionString: postgres.url('postgres') });
    await admin.connect();
  });

  // A test that fails may leave PostgreSQL paused, and every later test would then wait for its time limit.
  afterEach(() => postgres.resume());

  afterAll(async () => {
    await admin.end();
    await postgres.stop();
  });

  async function open(name: string, timeBudgetMillis?: number, to?: Logger) {
    await admin.query(`create database ${name}`);
    return reopen(name, timeBudgetMillis, to);
  }

  function reopen(name: string, timeBudgetMillis = 2_500, to = log) {
    return openDatabase({ databaseUrl: postgres.url(name), dataDir: '', log: to, timeBudgetMillis });
  }

  test('two nodes that start at once on an empty database both become ready', async () => {
    await admin.query('create database nodes');
    const nodes = await Promise.all([reopen('nodes'), reopen('nodes')]);
    expect(await Promise.all(nodes.map((node) => node.ready()))).toEqual([true, true]);
    await Promise.all(nodes.map((node) => node.close()));
  });

  test('while PostgreSQL is paused, every query fails, and once it resumes, everything works again', async () => {
    const database = await open('paused', 1_500);
    const { db } = database;
    const write = (count: number) =>
      db.insertInto('rate_limit').values({ bucket: `${count}`, window_date_time: new Date(), count });
    await write(1).execute();

    const inTransaction = db.transaction().execute(async (transaction) => {
      await sql`delete from rate_limit`.execute(transaction);
      await postgres.pause();
      await sql`select 1`.execute(transaction);
    });
    expect(isUnavailable(await apiError(inTransaction))).toBe(true);
    // Run more concurrent queries than the pool has connections, so that some wait for a connection.
    const queries = Array.from({ length: 15 }, () => apiError(db.selectFrom('domain').selectAll().execute()));
    for (const error of await Promise.all(queries)) expect(isUnavailable(error)).toBe(true);
    expect(await database.ready()).toBe(false);

    await postgres.resume();
    await write(2).execute();
    expect(await db.selectFrom('rate_limit').select('count').orderBy('count').execute()).toEqual([
      { count: 1 },
      { count: 2 },
    ]);
    expect(await database.ready()).toBe(true);
    await database.close();
  });

  test('a call stops waiting for other work while PostgreSQL is paused, but not if the pause is brief', async () => {
    const database = await open('beside');
    const [soon, never] = [Promise.withResolvers<string>(), new Promise(() => {})];
    await postgres.pause();
    const outlasting = whileDatabaseResponds(database, () => soon.promise);
    await setTimeout(500);
    soon.resolve('checked');
    await setTimeout(500);
    await postgres.resume();
    expect(await outlasting).toBe('checked');

    await postgres.pause();
    expect(isUnavailable(await apiError(whileDatabaseResponds(database, () => never)))).toBe(true);
    await postgres.resume();
    await database.close();
  });

  test('an upload is answered with 503 while its document is still being checked', async () => {
    const database = await open('upload');
    const reopen = () => expect.unreachable();
    const server = await startTestServer({ database: { ...database, dataDir: await freshFolder(), reopen } });
    const browser = server.client();
    await browser.start();
    const { id: applicationId } = await create(browser, business);
    const checked = Promise.withResolvers<void>();
    vi.spyOn(server.services.documentChecker, 'check').mockImplementation(() => {
      checked.resolve();
      return new Promise(() => {});
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const form = upload({ applicationId, documentType: 'proof_of_entity' });
    const reply = browser.send('POST', '/document', { form });
    await checked.promise;
    await postgres.pause();
    expectError(await reply, 'unavailable');
    await postgres.resume();
    await server.stop();
    await database.close();
  });

  test('a lost connection, idle or in a transaction, fails its query but does not end the process', async () => {
    const database = await open('cut');
    const { db } = database;
    const cutAll = () =>
      admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'cut'");

    const inTransaction = db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      await cutAll();
      await sql`select 1`.execute(transaction);
    });
    expect(isUnavailable(await apiError(inTransaction))).toBe(true);
    await sql`select 1`.execute(db);
    await cutAll();
    await expect.poll(() => database.ready()).toBe(true);
    await database.close();
  });

  test('reads that share a connection fail with it, each get their own rows, and continue over a new one', async () => {
    const logged: string[] = [];
    const database = await open('shared', 1_500, pino({}, { write: (line) => void logged.push(line) }));
    const { reads } = database;
    const read = async (value: string) => {
      const { rows } = await sql`select cast(${value} as integer) as value`.execute(reads as Kysely<unknown>);
      return (rows as { value: number }[])[0]?.value;
    };
    const outcomes = await Promise.allSettled([read('1'), read('two'), read('3')]);
    expect(outcomes).toMatchObject([{ value: 1 }, { reason: { code: '22P02' } }, { value: 3 }]);

    await postgres.pause();
    const errors = await Promise.all([apiError(read('1')), apiError(read('2')), apiError(read('3'))]);
    for (const error of errors) expect(isUnavailable(error)).toBe(true);
    await expect.poll(() => logged.join('')).toContain('A database connection was lost');
    // PostgreSQL is still paused, so no other connection can be opened.
    expect(isUnavailable(await apiError(read('1')))).toBe(true);
    await postgres.resume();
    expect(await Promise.all([read('4'), read('5')])).toEqual([4, 5]);

    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'shared'");
    await expect.poll(() => read('6').catch(isUnavailable)).toBe(6);
    const { rows } = await admin.query("select from pg_stat_activity where datname = 'shared'");
    expect(rows, 'connections').toHaveLength(1);
    await database.close();
    expect(isUnavailable(await apiError(read('7')))).toBe(true);
  });

  test('a statement that takes too long is canceled by PostgreSQL', async () => {
    const { db, close } = await open('slow', 3_000);
    const error = await apiError(sql`select pg_sleep(60)`.execute(db));
    expect(error).toMatchObject({ code: '57014' });
    expect(isUnavailable(error)).toBe(true);
    await close();
  });

  test('a database does not open if no PostgreSQL listens at its URL', async () => {
    const error = await apiError(
      openDatabase({ databaseUrl: 'postgresql://127.0.0.1:1/none', dataDir: '', log }),
    );
    expect(isUnavailable(error)).toBe(true);
    expect(openingProblem(error)).toBe('The database does not respond (ECONNREFUSED).');
  });

  test('an error that a setting or a role can fix is explained at the start', async () => {
    await admin.query("create role looker login password 'hidden'");
    await (await open('newer')).close();
    const newer = new pg.Client({ connectionString: postgres.url('newer') });
    await newer.connect();
    await newer.query("insert into migration (name, timestamp) values ('999-later', '2027-01-01')");
    await newer.end();
    const problemOf = async (databaseUrl: string) =>
      openingProblem(await apiError(openDatabase({ databaseUrl, dataDir: '', log })));
    const as = (role: string) => postgres.url('postgres').replace('postgres@', `${role}@`);
    expect(await problemOf(postgres.url('none'))).toMatch(/^The database .* does not exist \(3D000\)\.$/);
    expect(await problemOf(as('stranger'))).toMatch(/refuses the role .*\(28000\)\.$/);
    expect(await problemOf(as('looker'))).toMatch(
      /run "operator migrate" with MIGRATE_DATABASE_URL.* \(42501\)\.$/,
    );
    expect(await problemOf(postgres.url('newer'))).toMatch(/^The tables are from a newer version/);
    expect(openingProblem(new TypeError('x is not a function'))).toBeUndefined();
  });
});

test.skipIf(findPostgres() === undefined || !hasOpenssl)(
  'over TLS, queries alone and on the shared connection each get their own rows, even after a lost connection',
  async () => {
    const postgres = await startTestPostgres({ certificate: trustedCertificate() });
    onTestFinished(postgres.stop);
    const database = await openDatabase({ databaseUrl: postgres.urlOverTls('postgres'), dataDir: '', log });
    onTestFinished(database.close);
    const read = async (on: Kysely<unknown>, value: number) => {
      const { rows } = await sql<{ value: number; ssl: boolean }>`
        select cast(${value} as integer) as value, ssl from pg_stat_ssl where pid = pg_backend_pid()
      `.execute(on);
      return rows[0];
    };
    const all = () =>
      Promise.all(
        Array.from({ length: 300 }, (_, index) =>
          read((index % 3 === 0 ? database.db : database.reads) as Kysely<unknown>, index),
        ),
      );
    const expected = Array.from({ length: 300 }, (_, index) => ({ value: index, ssl: true }));
    expect(await all()).toEqual(expected);
    const admin = new pg.Client({ connectionString: postgres.url('postgres') });
    await admin.connect();
    await admin.query('select pg_terminate_backend(pid) from pg_stat_ssl where ssl');
    await admin.end();
    await expect.poll(() => all().catch(isUnavailable)).toEqual(expected);
  },
);

test('a bug of our own does not count as an unavailable database', () => {
  expect(isUnavailable(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
  expect(isUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBe(false);
  expect(isUnavailable(new TypeError('x is not a function'))).toBe(false);
  expect(isUnavailable('57014')).toBe(false);
});
