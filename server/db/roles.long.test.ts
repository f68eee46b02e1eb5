/**
 * Tests the tables' owner and the server's role on a real PostgreSQL: the server's role has exactly the rights that it
 * needs.
 */
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { operatorOf } from '../../tests/support/operator-call.ts';
import { runOperator } from '../../tests/support/operator-installation.ts';
import { findPostgres, startTestPostgres, type TestPostgres } from '../../tests/support/postgres.ts';
import { expected, prepareWhole, submit } from '../../tests/support/sample-application.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { sweepRows } from '../jobs/sweep-rows.ts';
import { sweepSessions } from '../jobs/sweep-sessions.ts';
import type { Finding } from '../operator/doctor/checks.ts';
import { openDatabase } from './database.ts';
import { openingProblem } from './opening-error.ts';

const log = pino({ level: 'silent' });

describe.skipIf(findPostgres() === undefined)('the two roles', () => {
  let postgres: TestPostgres;
  let admin: pg.Client;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    admin = new pg.Client({ connectionString: postgres.url('postgres') });
    await admin.connect();
    await admin.query(
      'create role card_owner login; create role card login; create role mighty login superuser',
    );
  });

  afterAll(async () => {
    await admin.end();
    await postgres.stop();
  });

  const as = (role: string, database: string) => postgres.url(database).replace('postgres@', `${role}@`);
  const urlsOf = (database: string) => ({
    databaseUrl: as('card', database),
    migrateDatabaseUrl: as('card_owner', database),
  });

  /** Creates an empty database for the role that will own the tables, and returns the database's URLs. */
  async function emptyDatabase(name: string) {
    await admin.query(`create database ${name} owner card_owner`);
    return urlsOf(name);
  }

  async function migrated(name: string) {
    const urls = await emptyDatabase(name);
    await (await openDatabase({ ...urls, dataDir: '', log })).close();
    return urls;
  }

  async function connected(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
  }

  test('two nodes that start at once on an empty database migrate and grant, and are ready', async () => {
    const urls = await emptyDatabase('at_once');
    const nodes = await Promise.all([1, 2].map(() => openDatabase({ ...urls, dataDir: '', log })));
    expect(await Promise.all(nodes.map((node) => node.ready()))).toEqual([true, true]);
    await Promise.all(nodes.map((node) => node.close()));
  });

  test("the server's role needs no more rights than it is granted, for applicants and operators", async () => {
    const { databaseUrl } = await migrated('serving');
    const dataDir = await freshFolder();
    const open = () => openDatabase({ databaseUrl, dataDir, log });
    const server = await startTestServer({
      store: {
        name: 'PostgreSQL',
        open: async () => {
          const database = { ...(await open()), dataDir, databaseUrl };
          return {
            ...database,
            reopen: () => Promise.reject(new Error('These tests do not reopen the database.')),
          };
        },
      },
      stopMillis: 1_000,
    });
    onTestFinished(async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    const browser = server.client();
    const { id, document } = await prepareWhole(browser);
    expected(200, await browser.send('GET', `/document/${document.id}?session=${browser.webSessionId}`));
    expected(200, await submit(browser, id));
    await server.outbox.runOnce();
    await server.outbox.stop();

    const left = server.client();
    const draft = await prepareWhole(left);
    expect((await left.send('DELETE', `/document/${draft.document.id}`)).status).toBe(204);
    server.clock.advance(24 * 60 * 60_000);
    await sweepSessions(server.services, () => {});
    server.clock.advance(40 * 24 * 60 * 60_000);
    await sweepRows(server.services, () => {});

    const operator = operatorOf(server);
    const done = async (...args: string[]) => {
      const { exitCode, text, data } = await operator(args);
      expect([args.join(' '), exitCode, exitCode === 0 ? '' : text]).toEqual([args.join(' '), 0, '']);
      return data as unknown;
    };
    await done('applications', 'list');
    await done('applications', 'show', id, '--reveal', '--reason', 'a test');
    await done('applications', 'decide', id, '--approve');
    await done('deliveries', 'retry', '--all-dead');
    await done('entity-keys', 'add', 'spring', '--program', 'toro', '--store', '10000005');
    await done('entity-keys', 'remove', 'spring', '--program', 'toro');
    const issued = (await done('keys', 'issue', '--program', 'toro', '--store', '10000005')) as {
      keys: { key: string }[];
    };
    await done('keys', 'revoke', issued.keys[0]?.key ?? '');
    await done('encryption', 'seal');
    await done('encryption', 'rotate');
    await done('audit', 'verify');
    const { findings } = (await operator(['doctor'])).data as { findings: Finding[] };
    expect(findings.filter(({ check }) => check.startsWith('database'))).toEqual([
      { check: 'database role', state: 'fine', says: 'card reads and writes rows, and can do nothing else.' },
      { check: 'database TLS', state: 'fine', says: 'The database is on this machine.' },
    ]);
    server.clock.advance(3 * 365 * 24 * 60 * 60_000);
    const retained = await operator(['retention', 'run']);
    expect(retained).toMatchObject({ exitCode: 0 });
  });

  test("the database refuses the server's role everything else", async () => {
    const { databaseUrl } = await migrated('refusing');
    const card = await connected(databaseUrl);
    const refused = [
      'create table mine ()',
      'create temporary table mine ()',
      'create schema mine',
      'create function mine() returns int language sql as $$ select 1 $$',
      'alter table application add column mine text',
      'drop table rate_limit',
      'create index on application (status)',
      'create trigger mine before insert on audit_event for each row execute function refuse_change()',
      'alter table audit_event disable trigger all',
      'drop trigger audit_event_is_append_only on audit_event',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
      'set session_replication_role = replica',
      "update pg_trigger set tgenabled = 'D'",
      'truncate rate_limit',
      'truncate audit_event cascade',
      'delete from audit_event',
      "update audit_event set type = 'submitted'",
      'delete from agreement_text',
      "update agreement_text set html = ''",
      'delete from consent',
      'update consent set agreed = false',
      'update consent set agreed_date_time = now()',
      'delete from application',
      'update submission set evidence = snapshot',
      'delete from migration',
      "insert into migration values ('999', '')",
      'alter table application owner to card',
      'set role card_owner',
      'set session authorization card_owner',
      'alter role card superuser',
      "copy application to program 'true'",
      "select pg_read_file('/etc/passwd')",
    ];
    const codes: string[] = [];
    for (const statement of refused) {
      const code = await card.query(statement).then(
        () => 'done',
        (error: { code: string }) => error.code,
      );
      codes.push(`${code} ${statement}`);
    }
    expect(codes).toEqual(refused.map((statement) => `42501 ${statement}`));
  });

  test("the server's role can read and write a table that the owner makes later, but not truncate it", async () => {
    const { databaseUrl, migrateDatabaseUrl } = await migrated('later');
    const [owner, card] = [await connected(migrateDatabaseUrl), await connected(databaseUrl)];
    await owner.query('create table later (id integer)');
    await card.query('insert into later values (1)');
    expect((await card.query('select * from later')).rows).toEqual([{ id: 1 }]);
    await expect(card.query('truncate later')).rejects.toMatchObject({ code: '42501' });
  });

  test("rights granted to the server's role by hand are revoked at the next migration", async () => {
    const { databaseUrl, migrateDatabaseUrl } = await migrated('by_hand');
    const owner = await connected(migrateDatabaseUrl);
    await owner.query(
      'grant all on all tables in schema public to card; grant create on schema public to public',
    );
    await (await openDatabase({ databaseUrl, migrateDatabaseUrl, dataDir: '', log })).close();
    const card = await connected(databaseUrl);
    for (const statement of ['delete from audit_event', 'truncate session', 'create table mine ()'])
      await expect(card.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  });

  test('the command migrates in a separate step, after which a node needs no owner', async () => {
    const { databaseUrl, migrateDatabaseUrl } = await emptyDatabase('stepwise');
    const start = () => openDatabase({ databaseUrl, dataDir: '', log });
    const early = await start().catch(openingProblem);
    expect(early).toMatch(/not up to date: run "operator migrate" with MIGRATE_DATABASE_URL/);

    const env = { DATABASE_URL: databaseUrl, MIGRATE_DATABASE_URL: migrateDatabaseUrl };
    expect(await runOperator(env, ['migrate'])).toMatchObject({
      exitCode: 0,
      stdout:
        'The tables are up to date.\ncard_owner owns them. card may read and write rows, and nothing else.\n',
    });
    const database = await start();
    expect(await database.ready()).toBe(true);
    await database.close();
    // Without the owner's URL, the command reports the same facts as `operator doctor`.
    expect((await runOperator({ DATABASE_URL: databaseUrl }, ['migrate'])).stdout).toBe(
      'The tables are up to date.\ncard_owner owns them. card may read and write rows, and nothing else.\n',
    );
    await admin.query('create role meddler login in role card; grant create on database stepwise to meddler');
    expect((await runOperator({ DATABASE_URL: as('meddler', 'stepwise') }, ['migrate'])).stdout).toContain(
      'card_owner owns them, but meddler, which serves, can change tables, triggers or evidence too.',
    );
  });

  test('the command reports if one role does both, and what is wrong with the owner', async () => {
    await admin.query('create database alone owner card_owner');
    const oneRole = as('card_owner', 'alone');
    const one = await runOperator({ DATABASE_URL: oneRole }, ['migrate', '--json']);
    expect([one.exitCode, one.json()]).toEqual([
      0,
      { server: 'card_owner', owner: 'card_owner', doesBoth: true, granted: false },
    ]);
    const root = { DATABASE_URL: as('mighty', 'alone'), MIGRATE_DATABASE_URL: oneRole };
    expect((await runOperator(root, ['migrate'])).stdout).toContain(
      'card_owner owns them, but mighty, which serves, can change tables, triggers or evidence too.',
    );
    const wrong = { DATABASE_URL: as('card', 'alone'), MIGRATE_DATABASE_URL: as('nobody', 'alone') };
    expect(await runOperator(wrong, ['migrate'])).toMatchObject({
      exitCode: 1,
      stderr: 'The database refuses the role of MIGRATE_DATABASE_URL (28000).\n',
    });
    expect(await runOperator({}, ['migrate'])).toMatchObject({
      exitCode: 1,
      stderr: 'DATABASE_URL is not set. The embedded store brings its tables up to date by itself.\n',
    });
  });
});
