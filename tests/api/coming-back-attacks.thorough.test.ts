/**
 * Tests attacks on the resume tokens of a device (X22): attempts by someone other than the owner of a draft, and attempts at the
 * same moment as the owner's. Two nodes share one database. `npm run attack -- --only X22` measures what the response time
 * reveals.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Application } from '../../api/application.ts';
import type { StartResponse } from '../../api/start.ts';
import type { ApiClient, Reply } from '../support/api-client.ts';
import { apiClient } from '../support/api-client.ts';
import { testStores } from '../support/database.ts';
import { everyCall, sendCall, titled } from '../support/every-call.ts';
import { expectError } from '../support/expect-error.ts';
import { operatorOf } from '../support/operator-call.ts';
import {
  addPerson,
  applicant,
  business,
  create,
  expected,
  prepare,
  submit,
} from '../support/sample-application.ts';
import { storedApplication } from '../support/stored-applications.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

const hour = 60 * 60_000;
const rounds = 8;
const facts = { taxIdLast4: business.taxId.replace(/\D/g, '').slice(-4), dateOfBirth: applicant.dateOfBirth };
const businessAlone = { taxIdLast4: facts.taxIdLast4 };
const wrong = { ...facts, dateOfBirth: '1970-01-01' };

describe.each(await testStores())('resuming on the device, attacked on $name', (store) => {
  let server: TestServer;
  let node: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store, env: { LIMITS_FACTOR: '1000' } });
    node = await startTestServer({ database: server.database, env: { LIMITS_FACTOR: '1000' } });
  });
  afterAll(async () => {
    await node.stop();
    await server.stop();
  });

  const tryToCome = (browser: ApiClient, json: unknown, more: object = {}) =>
    browser.send<StartResponse>('POST', '/resume/device', { json, ...more });

  /** Returns a client with the browser's current cookies. It calls the node `of` from an address of its own. */
  const copyAt = (of: TestServer, { host, cookies }: ApiClient) =>
    apiClient(of.app, { host, cookies: new Map(cookies) });

  async function left(): Promise<{ browser: ApiClient; id: string; before: string }> {
    const browser = server.client();
    await browser.start();
    const { id } = await create(browser);
    await addPerson(browser, id, 'applicant', applicant);
    const before = browser.webSessionId;
    expect((await browser.send('POST', '/apply/finish/timeout')).status).toBe(204);
    return { browser, id, before };
  }

  async function draftOf(browser: ApiClient): Promise<Application> {
    const { id } = expected(200, await browser.send<Application>('POST', '/application', { json: {} }));
    return expected(200, await browser.send<Application>('GET', `/application/${id}`));
  }

  const methodOf = (id: string) =>
    server.database.db
      .selectFrom('way_back')
      .selectAll()
      .where('application_id', '=', id)
      .where('kind', '=', 'device')
      .executeTakeFirstOrThrow();

  const eventsOf = async (id: string, type: string) => {
    const rows = await server.database.db
      .selectFrom('audit_event')
      .select('type')
      .where('application_id', '=', id)
      .execute();
    return rows.filter((row) => row.type === type).length;
  };

  /** Returns a response without the values that differ between any two responses. */
  function comparable({ status, headers, body, setCookies }: Reply<unknown>) {
    const { 'x-request-id': _, date: __, ...rest } = headers;
    return { status, rest, body: { ...(body as object), requestId: '' }, setCookies };
  }

  test('every failure has the same answer, whatever exists', async () => {
    const { browser } = await left();
    const spent = await left();
    const old = copyAt(server, spent.browser);
    expect((await tryToCome(spent.browser, facts)).status).toBe(200);
    const closed = await left();
    const ofClosed = copyAt(server, closed.browser);
    await closed.browser.send('DELETE', '/resume/device');
    const unknown = new Map([['resume-0a1b2c3d', 'A'.repeat(43)]]);
    const elsewhere = apiClient(server.app, { host: 'toro.localhost', cookies: new Map(browser.cookies) });
    const answers = [
      await tryToCome(server.client(), facts),
      await tryToCome(apiClient(server.app, { cookies: unknown }), facts),
      await tryToCome(browser, { ...facts, taxIdLast4: '0000' }),
      await tryToCome(browser, wrong),
      await tryToCome(browser, businessAlone),
      await tryToCome(old, facts),
      await tryToCome(ofClosed, facts),
      await tryToCome(elsewhere, facts),
    ].map(comparable);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({
      status: 404,
      body: { code: 'resource_not_found' },
      setCookies: [],
    });
  });

  test('of fifty tries at once, from many addresses and on two nodes, five count', async () => {
    const { browser, id } = await left();
    const tries = Array.from({ length: 50 }, (_, at) =>
      tryToCome(copyAt(at % 2 ? server : node, browser), {
        taxIdLast4: String(at).padStart(4, '0'),
        dateOfBirth: facts.dateOfBirth,
      }),
    );
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([404]));
    expect(await methodOf(id)).toMatchObject({ misses: 5, end_date_time: expect.any(Date) });
    expect(await eventsOf(id, 'way_closed')).toBe(1);
    expect((await storedApplication(server.services, id)).isErased).toBe(true);
    expect((await tryToCome(browser, facts)).status).toBe(404);
  });

  test('of two concurrent resumes one succeeds and loses nothing; the other finds nothing', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { browser, id } = await left();
      const both = [copyAt(server, browser), copyAt(node, browser)];
      const replies = await Promise.all(both.map((one) => tryToCome(one, facts)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      const at = replies.findIndex(({ status }) => status === 200);
      const winner = both[at] as ApiClient;
      winner.goOn(replies[at]?.body.webSessionId ?? '');
      const draft = await draftOf(winner);
      expect(draft).toMatchObject({ id, personnel: [{ fullName: applicant.fullName }] });
      expect(await eventsOf(id, 'resumed')).toBe(1);
      expect((await operatorOf(server)(['audit', 'verify'])).exitCode).toBe(0);
    }
  });

  test('a used secret opens nothing, nor does one from before the last', async () => {
    const { browser, id } = await left();
    const thieves: ApiClient[] = [];
    for (let times = 0; times < 3; times += 1) {
      thieves.push(copyAt(node, browser));
      const reply = await tryToCome(browser, facts);
      browser.goOn(expected(200, reply).webSessionId);
    }
    for (const thief of thieves) expect((await tryToCome(thief, facts)).status).toBe(404);
    expect(await methodOf(id)).toMatchObject({ misses: 0, end_date_time: null });
    expect((await draftOf(browser)).id).toBe(id);
  });

  test('an attacker with the whole database but no key has no secret that opens a session or a draft', async () => {
    const { browser, before } = await left();
    const { db } = server.database;
    const rows: Record<string, unknown>[] = [
      ...(await db.selectFrom('way_back').selectAll().execute()),
      ...(await db.selectFrom('session').selectAll().execute()),
      ...(await db.selectFrom('installation').selectAll().execute()),
    ];
    const stored = rows.flatMap((row) => Object.values(row)).filter((value) => value !== null);
    const candidates = stored.flatMap((value) => {
      const bytes = Buffer.isBuffer(value)
        ? value
        : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
      return [bytes, createHash('sha256').update(bytes).digest(), bytes.toReversed()].map((one) =>
        Buffer.from(one).toString('base64url').padEnd(43, 'A').slice(0, 43),
      );
    });
    expect(candidates.length).toBeGreaterThan(30);
    const cookies = [...browser.cookies.keys(), `session-${before.slice(0, 8)}`];
    for (const value of new Set(candidates))
      for (const name of cookies) {
        const headers = { cookie: `${name}=${value}`, 'x-web-session-id': before };
        const { body } = await browser.send<{ onDevice: boolean }>('GET', '/resume', { headers });
        expect(body.onDevice).toBe(false);
        expectError(await browser.send('POST', '/apply/heartbeat', { headers }), 'session_invalid');
      }
    expect((await tryToCome(browser, facts)).status).toBe(200);
  });

  test('an attacker who plants a session or a secret knows neither of those that the victim gets', async () => {
    const planted = await left();
    const attacker = server.client();
    await attacker.start();
    const known = new Set([...planted.browser.cookies.values(), ...attacker.cookies.values()]);
    const victim = await left();
    for (const [name, value] of [...planted.browser.cookies, ...attacker.cookies])
      victim.browser.cookies.set(name, value);
    const reply = await tryToCome(victim.browser, facts, {
      headers: { 'x-web-session-id': attacker.webSessionId },
    });
    const { webSessionId } = expected(200, reply);
    expect([attacker.webSessionId, planted.before, victim.before]).not.toContain(webSessionId);
    const given = reply.setCookies.map((line) => /=([^;]+)/.exec(line)?.[1] ?? '');
    expect(given).toHaveLength(2);
    for (const value of given) expect(known.has(value)).toBe(false);
    // The attacker's session cannot read the victim's draft, and the planted secret opens only the planted draft.
    expectError(await attacker.send('GET', `/application/${victim.id}`), 'resource_not_found');
    const thief = apiClient(server.app, { cookies: new Map(planted.browser.cookies) });
    thief.goOn(expected(200, await tryToCome(thief, facts)).webSessionId);
    expect((await draftOf(thief)).id).toBe(planted.id);
  });

  test.each(titled(everyCall.filter(({ session }) => session !== 'none')))(
    'the old session is over for %s',
    async (_title, call) => {
      const { browser, id, before } = await left();
      const tab = copyAt(server, browser);
      expect((await tryToCome(tab, facts)).status).toBe(200);
      const ids = { application: id, person: id, document: id };
      browser.goOn(before);
      expectError(await sendCall(browser, call, ids), 'session_invalid');
    },
  );

  test('a live session whose draft is resumed elsewhere is over on the other node too, in the middle of its work', async () => {
    const browser = server.client();
    await browser.start();
    const { id } = await create(browser);
    const tab = copyAt(node, browser);
    const change = (dba: string) =>
      browser.send('PATCH', `/application/${id}`, { json: { applicationData: { dba } } });
    const [taken, ...changes] = await Promise.all([
      tryToCome(tab, businessAlone),
      ...['A', 'B', 'C', 'D'].map(change),
    ]);
    tab.goOn(expected(200, taken).webSessionId);
    for (const { status } of changes) expect([200, 401, 409]).toContain(status);
    expectError(await change('Later'), 'session_invalid');
    const { applicationData } = await draftOf(tab);
    expect(applicationData['dba'] ?? null).not.toBe('Later');
    expect((await operatorOf(server)(['audit', 'verify'])).exitCode).toBe(0);
  });

  /**
   * Checks the outcome of a race: either the resuming session has the whole draft, or the draft has ended and nothing was
   * resumed.
   */
  async function expectOneOf(id: string, back: ApiClient, reply: Reply<StartResponse>, ended: string) {
    expect([200, 404]).toContain(reply.status);
    const { status, isErased } = await storedApplication(server.services, id);
    if (reply.status === 404) return expect([status, isErased]).toEqual([ended, ended !== 'submitted']);
    back.goOn(reply.body.webSessionId);
    // The draft may have ended after it was resumed. In that case, the resuming session gets this error.
    const draft = await back.send<Application>('GET', `/application/${id}`);
    if (status === 'draft')
      expect(draft.body.personnel?.map(({ fullName }) => fullName)).toContain(applicant.fullName);
    else expect(status).toBe(ended);
  }

  test('resuming and submitting at once: exactly one succeeds', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const browser = server.client();
      const { id } = await prepare(browser);
      const back = copyAt(node, browser);
      const [sent, reply] = await Promise.all([submit(browser, id), tryToCome(back, facts)]);
      expect([200, 401, 404]).toContain(sent.status);
      expect(reply.status).toBe(sent.status === 200 ? 404 : 200);
      await expectOneOf(id, back, reply, 'submitted');
    }
  });

  test.each([
    ['cancelled', 'cancelled', (browser: ApiClient) => browser.send('POST', '/apply/finish/cancel')],
    ['erased by an operator', 'cancelled', undefined],
    ['closed by “Not me”', 'timed_out', (browser: ApiClient) => browser.send('DELETE', '/resume/device')],
  ])('resuming while the draft is %s: whole or not at all', async (_what, ended, act) => {
    for (let round = 0; round < rounds; round += 1) {
      const browser = server.client();
      await browser.start();
      const { id } = await create(browser);
      await addPerson(browser, id, 'applicant', applicant);
      if (ended === 'timed_out') await browser.send('POST', '/apply/finish/timeout');
      const back = copyAt(node, browser);
      const other = act
        ? act(copyWithSession(browser))
        : operatorOf(server)(['applications', 'erase', id, '--reason', 'Asked for']);
      const [reply] = await Promise.all([tryToCome(back, facts), other]);
      await expectOneOf(id, back, reply, ended);
    }
  });

  /** Returns a copy of the tab with cookies of its own, so that clearing one tab's cookies does not clear the other's. */
  function copyWithSession(browser: ApiClient): ApiClient {
    const copy = copyAt(server, browser);
    copy.goOn(browser.webSessionId);
    return copy;
  }

  test('resuming as the draft expires: whole or not at all', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { browser, id } = await left();
      server.clock.advance(24 * hour - 150);
      const back = copyAt(server, browser);
      const sweeps = async () => {
        server.clock.advance(500);
        await server.sweeper.runOnce();
      };
      const [reply] = await Promise.all([tryToCome(back, facts), sweeps()]);
      await expectOneOf(id, back, reply, 'timed_out');
    }
  });

  test('a thousand malformed cookies, doubled or huge ones, open nothing and break nothing', async () => {
    const { browser, id } = await left();
    const [[name = '', secret = ''] = []] = [...browser.cookies].filter(([one]) => one.startsWith('resume-'));
    const near = fc.constantFrom(
      secret.slice(1),
      `${secret}A`,
      secret.toLowerCase(),
      `"${secret}"`,
      `${secret} `.padEnd(60, '='),
      encodeURIComponent(`${secret}\u0000`),
      '',
      'null',
      '../../etc/passwd',
      "' or 1=1 --",
      'x'.repeat(20_000),
    );
    const names = fc.constantFrom(
      name,
      'resume-',
      'resume-zzzzzzzz',
      '__Host-resume-0a1b2c3d',
      `${name}0`,
      '=',
    );
    const cookie = fc
      .array(fc.tuple(names, fc.oneof(near, fc.string({ maxLength: 50 }))), { minLength: 1, maxLength: 12 })
      .map((pairs) => pairs.map(([one, value]) => `${one}=${value.replace(/[^\x20-\x7e]/g, '')}`).join('; '))
      // Leave out headers that contain the real cookie with its secret, because those would open the draft.
      .filter((header) => !header.split(';').some((pair) => pair.trim() === `${name}=${secret}`));
    const statuses = new Set<number>();
    for (const header of fc.sample(cookie, { numRuns: 1_000, seed: 14 })) {
      const { status, body } = await browser.send<{ onDevice: boolean }>('GET', '/resume', {
        headers: { cookie: header },
      });
      statuses.add(status);
      expect(body.onDevice).toBe(false);
    }
    expect(statuses).toEqual(new Set([200]));
    const many = fc.sample(cookie, { numRuns: 50, seed: 15 });
    const tries = await Promise.all(
      many.map((header) => tryToCome(browser, facts, { headers: { cookie: header } })),
    );
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([404]));
    const doubled = `${name}=${'B'.repeat(43)}; ${name}=${secret}; ${name}=${secret}`;
    expect((await tryToCome(browser, facts, { headers: { cookie: doubled } })).status).toBe(200);
    expect(await methodOf(id)).toMatchObject({ misses: 0 });
  });

  test('malformed bodies are refused, and count as a miss at worst', async () => {
    const strange = fc.constantFrom<unknown>(
      '',
      ' ',
      '\u0000',
      'a\u0000b',
      '\ud800',
      '𝟙𝟚𝟛𝟜',
      '12345',
      '１２３４',
      1234,
      null,
      true,
      [],
      {},
      ['5926'],
      { $ne: null },
      'x'.repeat(5_000),
      '2024-02-30',
      '-0001-01-01',
      '__proto__',
    );
    const body = fc.record({ taxIdLast4: strange, dateOfBirth: strange }, { requiredKeys: [] });
    const { browser, id } = await left();
    for (const json of fc.sample(body, { numRuns: 40, seed: 16 })) {
      const { status } = await tryToCome(browser, json);
      expect([400, 404]).toContain(status);
      await server.database.db
        .updateTable('way_back')
        .set({ misses: 0 })
        .where('application_id', '=', id)
        .where('end_date_time', 'is', null)
        .execute();
    }
    expect((await tryToCome(browser, facts)).status).toBe(200);
  });

  test('a draft is resumed and submitted though its start key has expired since', async () => {
    const operator = operatorOf(server);
    const issued = await operator(['keys', 'issue', '--program', 'demo', '--store', '10000002']);
    const browser = server.client();
    await browser.start(`/apply/start/${JSON.stringify(issued).match(/\d{4}-\d{4}-\d{4}-\d{4}/)?.[0]}`);
    const { id } = await prepare(browser);
    await browser.send('POST', '/apply/finish/timeout');
    await server.database.db
      .updateTable('start_key')
      .set({ expire_date_time: new Date(0) })
      .execute();
    browser.goOn(expected(200, await tryToCome(browser, facts)).webSessionId);
    expect(expected(200, await submit(browser, id)).status).toBe('submitted');
  });
});
