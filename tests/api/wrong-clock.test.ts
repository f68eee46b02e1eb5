/**
 * Tests two nodes on one PostgreSQL, one of them with a wrong clock. Stored times and deadlines use the database's clock, so the
 * node with the wrong clock neither shortens nor extends any of them.
 */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startOutboxWorker } from '../../server/jobs/outbox-worker.ts';
import { purgeApplications } from '../../server/jobs/purge-applications.ts';
import { codeOf } from '../../server/resume/mailed-secrets.ts';
import type { ApiClient } from '../support/api-client.ts';
import { apiClient } from '../support/api-client.ts';
import { allStores } from '../support/database.ts';
import { expectError } from '../support/expect-error.ts';
import {
  agree,
  applicant,
  begun,
  business,
  change,
  create,
  expected,
  prepare,
  submit,
} from '../support/sample-application.ts';
import { issueStartKey } from '../support/start-keys.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const silent = pino({ level: 'silent' });

/** Runs `work` while this process's clock is wrong by `millis` milliseconds. */
async function wrongBy<T>(millis: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + millis });
  try {
    return await work();
  } finally {
    vi.useRealTimers();
  }
}

const shared = (await allStores()).filter(({ name }) => name === 'PostgreSQL');

describe.each(shared)('a node with a wrong clock, on $name', (store) => {
  let server: TestServer;
  /** The node whose clock is wrong while the function `wrongBy` runs a test's calls. */
  let node: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store });
    node = await startTestServer({ database: server.database });
    await Promise.all([server.outbox.stop(), node.outbox.stop()]);
  });
  afterAll(async () => {
    await node.stop();
    await server.stop();
  });

  /** Advances time on both nodes and the database. */
  function pass(millis: number): void {
    server.clock.advance(millis);
    node.clock.advance(millis);
  }

  /** Returns a client that calls the node with the wrong clock in the same session. */
  function elsewhere(browser: ApiClient): ApiClient {
    const twin = apiClient(node.app, { address: browser.address, cookies: browser.cookies });
    const header = { 'x-web-session-id': browser.webSessionId };
    return {
      ...twin,
      send: (method, path, call = {}) =>
        twin.send(method, path, { ...call, headers: { ...header, ...call.headers } }),
    };
  }

  const rowOf = (id: string) =>
    server.database.db.selectFrom('application').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  /** Returns the newest code for a draft. The server emails no code, because the test has stopped both outbox workers. */
  async function codeFor(id: string): Promise<string> {
    const codes = server.database.db.selectFrom('resume_code').select('id').where('application_id', '=', id);
    const { id: codeId } = await codes.orderBy('id', 'desc').executeTakeFirstOrThrow();
    return codeOf(server.services, codeId);
  }

  /** Returns the times stored for an application, and the times at which a session opened agreements. */
  async function momentsOf(id: string, sessionId: string): Promise<Date[]> {
    const { db } = server.database;
    const rows = await Promise.all([
      ...(['audit_event', 'consent', 'personnel', 'outbox', 'submission'] as const).map((table) =>
        db.selectFrom(table).selectAll().where('application_id', '=', id).execute(),
      ),
      db.selectFrom('agreement_opening').selectAll().where('session_id', '=', sessionId).execute(),
      [await rowOf(id)],
    ]);
    return rows.flat().flatMap((row) => Object.values(row).filter((value) => value instanceof Date));
  }

  describe.each([
    ['20 minutes ahead', 20 * minute],
    ['a day ahead', day],
    ['20 minutes behind', -20 * minute],
    ['a day behind', -day],
  ])('%s', (_words, wrong) => {
    test('ends no draft that is in use on the other node', async () => {
      const { browser, id, path } = await begun(server.client());
      await wrongBy(wrong, () => node.sweeper.runOnce());
      expect(await rowOf(id)).toMatchObject({ status: 'draft' });
      expect((await browser.send('GET', path)).status).toBe(200);
    });

    test('shares a session with the other node, and each keeps it alive for both', async () => {
      const { browser, path } = await begun(server.client());
      for (let round = 0; round < 2; round += 1) {
        pass(12 * minute);
        const beat = await wrongBy(wrong, () => elsewhere(browser).send('POST', '/apply/heartbeat'));
        expect(beat.status).toBe(204);
        pass(12 * minute);
        await wrongBy(wrong, () => node.sweeper.runOnce());
        await server.sweeper.runOnce();
        expect((await browser.send('POST', '/apply/heartbeat')).status).toBe(204);
      }
      pass(13 * minute);
      expectError(await wrongBy(wrong, () => elsewhere(browser).send('GET', path)), 'session_invalid');
    });

    test('is not ready, but still serves calls', async () => {
      const passed = server.clock.now().getTime() - Date.now();
      const probes = (millis: number) =>
        wrongBy(passed + millis, () =>
          Promise.all(
            ['ready', 'live', 'database'].map(
              async (name) => (await node.app.inject(`/health/${name}`)).statusCode,
            ),
          ),
        );
      expect(await probes(wrong)).toEqual([503, 200, 200]);
      expect(await probes(0)).toEqual([200, 200, 200]);
    });

    test('resumes drafts on a device exactly as long as the other node', async () => {
      const leave = async () => {
        const browser = server.client();
        await browser.start();
        const { id } = await prepare(browser);
        return { browser, id };
      };
      const facts = { taxIdLast4: business.taxId.slice(-4), dateOfBirth: applicant.dateOfBirth };
      const comeBack = (browser: ApiClient) =>
        wrongBy(wrong, () =>
          apiClient(node.app, { address: browser.address, cookies: browser.cookies }).send(
            'POST',
            '/resume/device',
            { json: facts },
          ),
        );
      const [soon, late] = [await leave(), await leave()];
      pass(23 * hour);
      await wrongBy(wrong, () => node.sweeper.runOnce());
      expect(await rowOf(soon.id)).toMatchObject({ status: 'draft' });
      expect(await comeBack(soon.browser)).toMatchObject({ status: 200 });
      pass(2 * hour);
      expectError(await comeBack(late.browser), 'resource_not_found');
      await wrongBy(wrong, () => node.sweeper.runOnce());
      expect(await rowOf(late.id)).toMatchObject({ status: 'timed_out' });
    });

    test('accepts a mailed code only while it is valid', async () => {
      const { browser, id } = await begun(server.client());
      await change(browser, id, { applicationData: { taxId: business.taxId } });
      const confirm = async (minutes: number) => {
        await server.database.db.deleteFrom('rate_limit').execute();
        const asked = { json: { email: 'ned@acme.example' } };
        expect((await elsewhere(browser).send('POST', '/resume/email', asked)).status).toBe(204);
        const code = await codeFor(id);
        pass(minutes * minute);
        expect((await browser.send('POST', '/apply/heartbeat')).status).toBe(204);
        return wrongBy(wrong, () =>
          elsewhere(browser).send('POST', '/resume/email/confirm', { json: { code } }),
        );
      };
      expect(await confirm(11)).toMatchObject({ status: 404 });
      expect(await confirm(9)).toMatchObject({ status: 204 });
    });

    test('starts and ends sessions when the other node would', async () => {
      const { browser, id, path } = await wrongBy(wrong, () => begun(node.client()));
      const here = apiClient(server.app, { cookies: browser.cookies });
      const headers = { 'x-web-session-id': browser.webSessionId };
      await server.sweeper.runOnce();
      expect((await here.send('GET', path, { headers })).status).toBe(200);
      pass(13 * minute);
      await wrongBy(wrong, () => node.sweeper.runOnce());
      expect(await rowOf(id)).toMatchObject({ status: 'expired' });
    });

    test('accepts a start key only while it is valid', async () => {
      for (const [lasts, status] of [
        [10 * minute, 200],
        [-10 * minute, 404],
      ] as const) {
        const expires = new Date(server.clock.now().getTime() + lasts);
        const { key } = await issueStartKey(server.services, { expires });
        const path = `/apply/start/${key}`;
        expect(await wrongBy(wrong, () => node.client().send('POST', path))).toMatchObject({ status });
      }
    });

    test('counts calls toward a limit together with the other node', async () => {
      // Move to the start of a new window of the rate limit, so that all calls fall into the same window.
      pass(hour - (server.clock.now().getTime() % hour));
      const browser = server.client();
      const other = elsewhere(browser);
      const miss = '/apply/start/entity-key/unknown';
      for (let count = 0; count < 5; count += 1) {
        expect((await browser.send('POST', miss)).status).toBe(404);
        expect((await wrongBy(wrong, () => other.send('POST', miss))).status).toBe(404);
      }
      expectError(await browser.send('POST', miss), 'rate_limited');
      const refused = await wrongBy(wrong, () => other.send('POST', miss));
      expectError(refused, 'rate_limited');
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600);
      await wrongBy(wrong, () => node.sweeper.runOnce());
      expectError(await browser.send('POST', miss), 'rate_limited');
    });

    test('queues due jobs immediately, and does not send a job that the other node is sending', async () => {
      await server.database.db.deleteFrom('outbox').execute();
      const client = node.client();
      await wrongBy(wrong, async () => {
        const { id } = await prepare(client);
        expected(200, await submit(client, id));
      });
      const sent: string[] = [];
      const [taken, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const delivered = async () => ({ type: 'delivered' }) as const;
      const others = {
        delivery: delivered,
        documents: delivered,
        code: delivered,
        link: delivered,
        replaced: delivered,
      };
      const here = startOutboxWorker(server.services, silent, {
        ...others,
        mail: async () => {
          sent.push('here');
          taken.resolve();
          await goOn.promise;
          return { type: 'mail_sent' };
        },
      });
      await taken.promise;
      await wrongBy(wrong, async () => {
        const there = startOutboxWorker(node.services, silent, {
          ...others,
          mail: async () => {
            sent.push('there');
            return { type: 'mail_sent' };
          },
        });
        await there.runOnce();
        await there.stop();
      });
      goOn.resolve();
      await here.stop();
      expect(sent).toEqual(['here']);
    });

    test('keeps stored responses and submitted applications as long as the other node', async () => {
      const browser = server.client();
      await browser.start();
      const call = { json: {}, headers: { 'idempotency-key': 'once' } };
      expect((await browser.send('POST', '/application', call)).status).toBe(201);
      const done = server.client();
      const { id } = await prepare(done);
      expected(200, await submit(done, id));
      await wrongBy(wrong, () => node.sweeper.runOnce());
      expect((await browser.send('POST', '/application', call)).status).toBe(201);
      const purging = { ...node.services, operator: 'tester' };
      const { purged } = await wrongBy(1000 * wrong, () => purgeApplications(purging, { dryRun: true }));
      expect(purged).toEqual({});
    });

    test('writes the same times as the other node, and the last consent or withdrawal is valid', async () => {
      const there = node.client();
      const { id } = await wrongBy(wrong, () => prepare(there));
      const { version } = await wrongBy(wrong, () => agree(there, id, 'terms'));
      const here = apiClient(server.app, { cookies: there.cookies });
      const headers = { 'x-web-session-id': there.webSessionId };
      const takenBack = { json: { agreed: false, version }, headers };
      expected(200, await here.send('PUT', `/application/${id}/consent/terms`, takenBack));
      expect(await wrongBy(wrong, () => submit(there, id))).toMatchObject({ status: 400 });
      await wrongBy(wrong, () => agree(there, id, 'terms'));
      expected(200, await wrongBy(wrong, () => submit(there, id)));

      const moments = await momentsOf(id, there.webSessionId);
      const now = server.clock.now().getTime();
      expect(moments.length).toBeGreaterThan(20);
      expect(moments.filter((moment) => Math.abs(moment.getTime() - now) > minute)).toEqual([]);
    });
  });

  test('checks a date of birth against the same current date', async () => {
    const browser = node.client();
    await browser.start();
    const { id } = await create(browser);
    // The applicant turns 18 in three days, and so is under 18 in every time zone.
    const birthday = new Date(server.clock.now().getTime() + 3 * day);
    birthday.setUTCFullYear(birthday.getUTCFullYear() - 18);
    const dateOfBirth = birthday.toISOString().slice(0, 10);
    const json = { applicationId: id, personnelType: 'applicant', ...applicant, dateOfBirth };
    const refused = await wrongBy(10 * day, () => browser.send('POST', '/personnel', { json }));
    expectError(refused, 'validation_failed', [
      { field: 'dateOfBirth', rule: 'minAge', message: 'Must be at least 18 years old' },
    ]);
  });
});
