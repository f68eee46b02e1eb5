/** Tests a node that starts while PostgreSQL is unavailable: it serves the page, and becomes ready without a restart. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpClient } from '../../tests/support/http-client.ts';
import {
  type Installation,
  install,
  type ServerProcess,
  statusOf,
} from '../../tests/support/installation.ts';
import { findPostgres, type TestPostgres } from '../../tests/support/postgres.ts';
import { migratePostgres } from '../db/database.ts';
import { newKeyEntry } from '../security/key-ring.ts';

describe.skipIf(findPostgres() === undefined)('a node that starts', { timeout: 120_000 }, () => {
  let installation: Installation;
  let postgres: TestPostgres;

  beforeAll(async () => {
    installation = await install('PostgreSQL');
    postgres = installation.postgres as TestPostgres;
  }, 120_000);
  afterAll(() => installation.remove());

  const healthOf = async ({ origin }: ServerProcess) => {
    const statuses = ['live', 'ready', 'database'].map((name) => statusOf(`${origin}/health/${name}`));
    return Promise.all(statuses);
  };

  async function expectPageAlone(node: ServerProcess): Promise<void> {
    expect(await healthOf(node)).toEqual([200, 503, 503]);
    const page = await fetch(`${node.origin}/apply/business/name`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const [, asset = ''] = /(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    expect(await statusOf(node.origin + asset)).toBe(200);
    // A tab with another build of the page requests a file that only the database contains.
    expect(await statusOf(`${node.origin}/assets/other-0123abcd.js`)).toBe(503);
    for (const [method, path] of [
      ['POST', '/apply/start'],
      ['GET', '/application'],
      ['GET', '/no-such-call'],
    ] as const) {
      const response = await fetch(`${node.origin}/api/v1${path}`, { method });
      expect([response.status, response.headers.get('retry-after')], path).toEqual([503, '5']);
      expect(await response.json()).toMatchObject({ code: 'unavailable' });
    }
  }

  async function expectReady(node: ServerProcess): Promise<void> {
    await expect.poll(() => healthOf(node)).toEqual([200, 200, 200]);
    await httpClient(node.origin).start();
    expect(await node.stop()).toBe(0);
  }

  test.each([
    ['is down', () => postgres.halt(), () => postgres.goOn()],
    ['hangs', () => postgres.pause(), () => postgres.resume()],
  ])('while the database %s serves the page, and becomes ready by itself', async (_, takeAway, giveBack) => {
    await takeAway();
    try {
      await installation.server.start('live');
      await expectPageAlone(installation.server);
    } finally {
      await giveBack();
    }
    await expectReady(installation.server);
  });

  test('and is stopped while it waits exits with 0, and SIGHUP does not end it', async () => {
    const keys = join(installation.folder, 'keys');
    await writeFile(keys, `${newKeyEntry()}\n`, { mode: 0o600 });
    const node = await installation.addNode({ ENCRYPTION_KEYS_FILE: keys });
    await postgres.halt();
    try {
      await node.start('live');
      process.kill(node.pid() ?? 0, 'SIGHUP');
      expect(await statusOf(`${node.origin}/health/live`)).toBe(200);
      expect(await node.stop()).toBe(0);
    } finally {
      await postgres.goOn();
    }
  });

  test('before the owner has created its tables waits for them', async () => {
    const admin = new pg.Client({ connectionString: postgres.url('postgres') });
    await admin.connect();
    await admin.query('create role card_owner login');
    await admin.query('create role card login');
    await admin.query('create database stepwise owner card_owner');
    await admin.end();
    const as = (role: string) => postgres.url('stepwise').replace('postgres@', `${role}@`);
    const node = await installation.addNode({ DATABASE_URL: as('card') });
    await node.start('live');
    await expectPageAlone(node);
    const log = pino({ level: 'silent' });
    await migratePostgres({ migrateDatabaseUrl: as('card_owner'), log }, as('card'));
    await expectReady(node);
  });

  test('while the database is read-only is not ready until it accepts writes', async () => {
    const admin = new pg.Client({ connectionString: postgres.url('postgres') });
    await admin.connect();
    await admin.query('alter database application set default_transaction_read_only = on');
    await installation.server.start('live');
    await expectPageAlone(installation.server);
    await admin.query('alter database application set default_transaction_read_only = off');
    await admin.end();
    await expectReady(installation.server);
  });
});
