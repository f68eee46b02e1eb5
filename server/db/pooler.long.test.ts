/** Tests a database behind a real PgBouncer in transaction mode, which drops the session settings of a connection. */
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { findPostgres, startTestPostgres, type TestPostgres } from '../../tests/support/postgres.ts';
import { begun, change } from '../../tests/support/sample-application.ts';
import { findProgram, type Pooler, startPooler } from '../../tests/support/services.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { type Database, migratePostgres, openDatabase } from './database.ts';
import { isPassing, openingProblem } from './opening-error.ts';
import { isUnavailable } from './unavailable.ts';

const log = pino({ level: 'silent' });
const program = findProgram('pgbouncer');
const connections = 2;

describe.skipIf(findPostgres() === undefined || program === undefined)('behind PgBouncer', () => {
  let postgres: TestPostgres;
  let pooler: Pooler;
  beforeAll(async () => {
    postgres = await startTestPostgres({ tcp: true });
    pooler = await startPooler(program ?? '', { port: postgres.port, connections });
  });
  afterAll(async () => {
    await pooler.stop();
    await postgres.stop();
  });

  const urlAt = (port: number) => `postgresql://postgres@127.0.0.1:${port}/postgres`;
  async function open(more: { readonly timeBudgetMillis?: number } = {}): Promise<Database> {
    const [databaseUrl, migrateDatabaseUrl] = [urlAt(pooler.port), urlAt(postgres.port)];
    const urls = { databaseUrl, migrateDatabaseUrl };
    const database = await openDatabase({ ...urls, dataDir: '', log, keepsSession: false, ...more });
    onTestFinished(database.close);
    return database;
  }

  test('a node without PREPARED_STATEMENTS=off does not start, and names this setting', async () => {
    const [databaseUrl, migrateDatabaseUrl] = [urlAt(pooler.port), urlAt(postgres.port)];
    const refused = openDatabase({ databaseUrl, migrateDatabaseUrl, dataDir: '', log });
    expect(openingProblem(await refused.catch((error: unknown) => error))).toMatch(
      /set PREPARED_STATEMENTS to off/,
    );
  });

  test('a node does not start if the pooler accepts session settings and drops them', async () => {
    const more = 'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout';
    const silent = await startPooler(program ?? '', { port: postgres.port, connections, more });
    onTestFinished(silent.stop);
    const [databaseUrl, migrateDatabaseUrl] = [urlAt(silent.port), urlAt(postgres.port)];
    const opened = openDatabase({ databaseUrl, migrateDatabaseUrl, dataDir: '', log });
    const problem = await opened.then(({ close }) => close()).catch((error: unknown) => error);
    expect(openingProblem(problem)).toMatch(/DATABASE_URL .* set PREPARED_STATEMENTS to off/);
    expect(isPassing(problem)).toBe(false);

    // The owner must not connect through a pooler: the owner's session-level lock for building indexes would pass to the pooler's
    // next client.
    for (const { port } of [silent, pooler]) {
      const migrating = migratePostgres({ migrateDatabaseUrl: urlAt(port), log }, migrateDatabaseUrl);
      const why = openingProblem(await migrating.catch((error: unknown) => error));
      expect(why).toBe('MIGRATE_DATABASE_URL goes through a pooler: it must go directly to PostgreSQL.');
    }
  });

  test('a pooler counts as unavailable while its database is unavailable', async () => {
    const nothing = await startPooler(program ?? '', { port: await freePort(), connections });
    onTestFinished(nothing.stop);
    const databaseUrl = urlAt(nothing.port);
    const opened = openDatabase({ databaseUrl, dataDir: '', log, keepsSession: false });
    const problem = await opened.then(({ close }) => close()).catch((error: unknown) => error);
    expect(openingProblem(problem)).toMatch(/^The database does not respond/);
    expect(isPassing(problem)).toBe(true);
  });

  test('a migration ignores the default timeout of its role', async () => {
    const admin = new pg.Client({ connectionString: urlAt(postgres.port) });
    await admin.connect();
    await admin.query('create database limited');
    await admin.query("alter database limited set statement_timeout = '1ms'");
    await admin.end();
    const databaseUrl = urlAt(postgres.port).replace(/postgres$/, 'limited');
    expect(await migratePostgres({ log }, databaseUrl)).toMatchObject({ owner: 'postgres' });
  });

  test('many concurrent calls share few connections, and each reads its own rows', async () => {
    const database = await open();
    const read = async (on: unknown, value: number) => {
      const { rows } = await sql<{ value: number; pid: number }>`
        select cast(${value} as integer) as value, pg_backend_pid() as pid
      `.execute(on as Kysely<unknown>);
      return rows[0];
    };
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        index % 3 === 0
          ? database.db.transaction().execute((transaction) => read(transaction, index))
          : read(index % 3 === 1 ? database.db : database.reads, index),
      ),
    );
    expect(all.map((row) => row?.value)).toEqual(all.map((_, index) => index));
    expect(new Set(all.map((row) => row?.pid)).size).toBeLessThanOrEqual(connections);
  });

  test('a transaction has its timeouts at any isolation level, and leaves none behind', async () => {
    const { db } = await open({ timeBudgetMillis: 2_000 });
    const limits = async (on: Kysely<unknown>) => {
      const { rows } = await sql`
        select current_setting('statement_timeout') as statement,
          current_setting('idle_in_transaction_session_timeout') as idle
      `.execute(on);
      return rows[0];
    };
    const untyped = db as Kysely<unknown>;
    const set = { statement: '1600ms', idle: '4s' };
    expect(await untyped.transaction().execute(limits)).toEqual(set);
    expect(await untyped.transaction().setIsolationLevel('repeatable read').execute(limits)).toEqual(set);
    expect(await limits(untyped)).toEqual({ statement: '0', idle: '0' });
    const slow = untyped.transaction().execute((transaction) => sql`select pg_sleep(5)`.execute(transaction));
    expect(await slow.catch((error: unknown) => error)).toMatchObject({ code: '57014' });
  });

  test("a single statement ends when the node's time budget does, and the next one is served", async () => {
    const { db } = await open({ timeBudgetMillis: 300 });
    const slow = sql`select pg_sleep(1)`.execute(db).catch((error: unknown) => error);
    expect(isUnavailable(await slow)).toBe(true);
    await expect.poll(() => sql`select 1`.execute(db).then(({ rows }) => rows.length)).toBe(1);
  });

  test('a server with PREPARED_STATEMENTS=off serves an application', async () => {
    const server = await startTestServer({
      database: Object.assign(await open(), {
        dataDir: await freshFolder(),
        reopen: () => Promise.reject(new Error('These tests do not reopen the database.')),
      }),
    });
    onTestFinished(server.stop);
    const { browser, id, path } = await begun(server.client());
    await change(browser, id, { applicationData: { employeeCount: 7 } });
    expect(await browser.send('GET', path)).toMatchObject({
      body: { applicationData: { employeeCount: 7 } },
    });
    expect((await server.app.inject('/health/ready')).statusCode).toBe(200);
  });
});
