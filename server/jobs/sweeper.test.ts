import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Application } from '../../api/application.ts';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import { expectError } from '../../tests/support/expect-error.ts';
import { freePort } from '../../tests/support/free-port.ts';
import {
  addDocument,
  addPerson,
  applicant,
  business,
  create,
  prepare,
  submit,
} from '../../tests/support/sample-application.ts';
import { startTestServer, type TestServer } from '../../tests/support/test-server.ts';
import type { ResumeServices } from '../resume/resume-events.ts';
import { keyedHash } from '../security/sealing.ts';
import { startSweeper } from './sweeper.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Milliseconds without activity until a session of the demo program expires: timeout, warning and grace period (D23). */
const idle = 600 * second + 30 * second + 120 * second;

/** The sample business without its tax ID. A draft without tax ID has no resume token, so it is erased with its session (D55). */
const { taxId: _, ...nameless } = business;

describe.each(await testStores())('sessions on $name', (store) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store });
  });
  afterAll(() => server.stop());

  async function begun(host?: string): Promise<{ browser: ApiClient; id: string }> {
    const browser = server.client(host);
    await browser.start();
    return { browser, id: (await create(browser, nameless)).id };
  }

  const read = (browser: ApiClient, id: string) => browser.send<Application>('GET', `/application/${id}`);

  function rowOf(id: string) {
    return server.database.db
      .selectFrom('application')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }

  test('end when idle for timeout, warning and two minutes together, and not before', async () => {
    const { browser, id } = await begun();
    server.clock.advance(idle - 30 * second);
    expect((await browser.send('POST', '/apply/heartbeat')).status).toBe(204);
    server.clock.advance(idle - 5 * second);
    expect((await read(browser, id)).status).toBe(200);
    server.clock.advance(idle + second);
    expectError(await read(browser, id), 'session_invalid');
    expectError(await browser.send('POST', '/apply/heartbeat'), 'session_invalid');
    expectError(await browser.send('POST', '/apply/finish/cancel'), 'session_invalid');
  });

  test('use the timers of their program', async () => {
    const longer = await begun('yard-card.localhost');
    const shorter = await begun();
    server.clock.advance(idle + 60 * second);
    expect((await read(longer.browser, longer.id)).status).toBe(200);
    expectError(await read(shorter.browser, shorter.id), 'session_invalid');
  });

  test('end after twelve hours, however busy', async () => {
    const { browser, id } = await begun();
    for (let passed = 0; passed < 12 * hour - 10 * minute; passed += 10 * minute) {
      server.clock.advance(10 * minute);
      if ((await browser.send('POST', '/apply/heartbeat')).status !== 204)
        throw new Error(`ended at ${passed}`);
    }
    server.clock.advance(10 * minute);
    expectError(await read(browser, id), 'session_invalid');
    await server.sweeper.runOnce();
    expect(await rowOf(id)).toMatchObject({ status: 'expired' });
  });

  test('are swept even if one of them cannot be', async () => {
    const { db } = server.database;
    const stuck = await begun();
    const other = await begun();
    await sql`
      create function refuse_to_erase() returns trigger language plpgsql as $$ begin raise 'no'; end $$
    `.execute(db);
    await sql`
      create trigger refuses before update on application for each row
      when (old.id = ${sql.lit(stuck.id)}) execute function refuse_to_erase()
    `.execute(db);
    server.clock.advance(idle + second);
    await expect(server.sweeper.runOnce()).rejects.toThrow('no');
    expect(await rowOf(stuck.id)).toMatchObject({ status: 'draft' });
    expect(await rowOf(other.id)).toMatchObject({ status: 'expired' });
    await sql`drop trigger refuses on application`.execute(db);
    await server.sweeper.runOnce();
    expect(await rowOf(stuck.id)).toMatchObject({ status: 'expired' });
  });

  test('are swept once they have ended: the draft is erased, a submitted application stays', async () => {
    const { browser, id } = await begun();
    await addPerson(browser, id, 'applicant', applicant);
    await addDocument(browser, id);
    const done = server.client();
    const { id: submitted } = await prepare(done);
    await submit(done, submitted);
    const alive = await begun('yard-card.localhost');

    await server.sweeper.runOnce();
    const before = await rowOf(id);
    expect(before.status).toBe('draft');
    server.clock.advance(idle + second);
    await server.sweeper.runOnce();

    expect(await rowOf(id)).toMatchObject({
      status: 'expired',
      version: before.version + 1,
      answers: {},
      sealed: {},
      disclosures: {},
      sections: {},
      data_key: null,
    });
    const { db } = server.database;
    for (const table of ['personnel', 'document'] as const)
      expect(await db.selectFrom(table).select('id').where('application_id', '=', id).execute()).toEqual([]);
    expect((await rowOf(submitted)).status).toBe('submitted');
    expect((await rowOf(submitted)).data_key).not.toBeNull();
    expect((await read(alive.browser, alive.id)).status).toBe(200);
    const open = await db.selectFrom('session').select('id').where('end_date_time', 'is', null).execute();
    expect(open.map((session) => session.id)).toContain(alive.browser.webSessionId);
    expect(open.map((session) => session.id)).not.toContain(browser.webSessionId);
  });

  test('are swept within five minutes, with a line in the log and metrics that say how many and why', async () => {
    const lines: string[] = [];
    const port = await freePort();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const other = await startTestServer({
      store,
      env: { METRICS_PORT: String(port) },
      log: { write: (line) => void lines.push(line) },
    });
    onTestFinished(other.stop);
    const [left, empty] = [other.client(), other.client()];
    await left.start();
    const { id } = await create(left, nameless);
    await empty.start();
    other.clock.advance(idle + second);
    const busy = other.client();
    await busy.start();
    await create(busy, nameless);
    vi.advanceTimersByTime(5 * minute);
    await expect
      .poll(() =>
        lines.filter((line) => line.includes('ended expired sessions')).map((line) => JSON.parse(line)),
      )
      .toMatchObject([{ level: 'info', idle: 2, lifetime: 0, drafts: 1 }]);
    const { db } = other.database;
    const rows = await db.selectFrom('application').select(['id', 'status']).orderBy('id').execute();
    expect(rows).toMatchObject([{ id, status: 'expired' }, { status: 'draft' }]);
    const text = await (await fetch(`http://localhost:${port}/metrics`)).text();
    expect(text).toContain('swept_sessions_total{reason="idle"} 2');
    expect(text).toContain('swept_drafts_total{reason="idle"} 1');
    expect(text).toContain('swept_sessions_total{reason="lifetime"} 0');
    expect(text).toMatch(/^node_clock_ahead_seconds /m);
    expect(lines.join('')).not.toContain(id);
  });

  test('of a removed program are swept after twelve hours', async () => {
    const { browser, id } = await begun();
    const { db } = server.database;
    await db
      .updateTable('session')
      .set({ domain_key: 'gone' })
      .where('id', '=', browser.webSessionId)
      .execute();
    server.clock.advance(11 * hour);
    await server.sweeper.runOnce();
    expect((await rowOf(id)).status).toBe('draft');
    server.clock.advance(hour + second);
    await server.sweeper.runOnce();
    expect((await rowOf(id)).status).toBe('expired');
  });

  test('leave stored responses for a day and limits for an hour', async () => {
    const browser = server.client();
    await browser.start();
    await browser.send('POST', '/application', { json: {}, headers: { 'idempotency-key': 'k' } });
    const { db } = server.database;
    const rows = async () => ({
      answers: (
        await db
          .selectFrom('idempotent_answer')
          .select('key')
          .where('session_id', '=', browser.webSessionId)
          .execute()
      ).length,
      limits: (
        await db
          .selectFrom('rate_limit')
          .select('bucket')
          .where('bucket', '=', `start:${keyedHash(server.services.hashKey, 'limit', browser.address)}`)
          .execute()
      ).length,
    });
    await db
      .updateTable('session')
      .set({ expire_date_time: new Date(Date.now() + 1_000 * hour) })
      .execute();
    await db
      .updateTable('session')
      .set({ active_date_time: new Date(Date.now() + 1_000 * hour) })
      .execute();
    await server.sweeper.runOnce();
    expect(await rows()).toEqual({ answers: 1, limits: 1 });
    server.clock.advance(2 * hour);
    await server.sweeper.runOnce();
    expect(await rows()).toEqual({ answers: 1, limits: 0 });
    server.clock.advance(23 * hour);
    await server.sweeper.runOnce();
    expect(await rows()).toEqual({ answers: 0, limits: 0 });
  });
});

test('a sweep starts every minute until the sweeper stops, and each failure is logged', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const said: string[] = [];
  const log = { info: () => {}, error: (_error: unknown, words: string) => said.push(words) };
  const nothing = { ended: () => {}, deleted: () => {} };
  // The sweeper has no database in this test, so every part of a sweep fails.
  const sweeper = startSweeper({} as ResumeServices, log as unknown as FastifyBaseLogger, nothing);
  /** Advances the clock by `millis` milliseconds. Returns how many failures have been logged since the start of the test. */
  const failuresAfter = async (millis: number) => {
    vi.advanceTimersByTime(millis);
    await setImmediate();
    return said.length;
  };
  expect(await failuresAfter(59_999)).toBe(0);
  const ofOne = await failuresAfter(1);
  expect(ofOne).toBeGreaterThan(1);
  expect(new Set(said)).toEqual(new Set(['sweep failed']));
  expect(await failuresAfter(59_999)).toBe(ofOne);
  expect(await failuresAfter(1)).toBe(2 * ofOne);
  await sweeper.stop();
  expect(await failuresAfter(600_000)).toBe(2 * ofOne);
  await expect(sweeper.runOnce()).rejects.toMatchObject({ errors: expect.any(Array) });
});
