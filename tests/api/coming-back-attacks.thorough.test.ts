/**
 * Tests attacks on the resume tokens of a device (X22): attempts by someone other than the owner of a draft. Two nodes share one
 * database. `npm run attack -- --only X22` measures what the response time reveals.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient, Reply } from '../support/api-client.ts';
import { apiClient } from '../support/api-client.ts';
import { testStores } from '../support/database.ts';
import { businessFact, type DeviceServers, facts, startDeviceServers } from '../support/device-resume.ts';
import { everyCall, sendCall, titled } from '../support/every-call.ts';
import { expectError } from '../support/expect-error.ts';
import { operatorOf } from '../support/operator-call.ts';
import { draftOf, expected, prepare, submit } from '../support/sample-application.ts';

const wrong = { ...facts, dateOfBirth: '1970-01-01' };

describe.each(await testStores())('attacks on resuming on the device, on $name', (store) => {
  let servers: DeviceServers;
  beforeAll(async () => {
    servers = await startDeviceServers(store);
  });
  afterAll(() => servers.stop());

  /** Returns a response without the values that differ between any two responses. */
  function comparable({ status, headers, body, setCookies }: Reply<unknown>) {
    const { 'x-request-id': _, date: __, ...rest } = headers;
    return { status, rest, body: { ...(body as object), requestId: '' }, setCookies };
  }

  test('every failure gets the same response, whatever exists', async () => {
    const { server, left, resume, copyAt } = servers;
    const { browser } = await left();
    const spent = await left();
    const old = copyAt(server, spent.browser);
    expect((await resume(spent.browser, facts)).status).toBe(200);
    const closed = await left();
    const ofClosed = copyAt(server, closed.browser);
    await closed.browser.send('DELETE', '/resume/device');
    const unknown = new Map([['resume-0a1b2c3d', 'A'.repeat(43)]]);
    const elsewhere = apiClient(server.app, { host: 'toro.localhost', cookies: new Map(browser.cookies) });
    const answers = [
      await resume(server.client(), facts),
      await resume(apiClient(server.app, { cookies: unknown }), facts),
      await resume(browser, { ...facts, taxIdLast4: '0000' }),
      await resume(browser, wrong),
      await resume(browser, businessFact),
      await resume(old, facts),
      await resume(ofClosed, facts),
      await resume(elsewhere, facts),
    ].map(comparable);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({
      status: 404,
      body: { code: 'resource_not_found' },
      setCookies: [],
    });
  });

  test('of fifty simultaneous tries from many IP addresses on two nodes, five count, and the draft is then erased', async () => {
    const { server, node, left, resume, copyAt, stored, tokenOf, eventsOf } = servers;
    const { browser, id } = await left();
    const tries = Array.from({ length: 50 }, (_, at) =>
      resume(copyAt(at % 2 ? server : node, browser), {
        taxIdLast4: String(at).padStart(4, '0'),
        dateOfBirth: facts.dateOfBirth,
      }),
    );
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([404]));
    expect(await tokenOf(id)).toMatchObject({ misses: 5, end_date_time: expect.any(Date) });
    expect(await eventsOf(id, 'way_closed')).toBe(1);
    expect((await stored(id)).isErased).toBe(true);
    expect((await resume(browser, facts)).status).toBe(404);
  });

  test('a used secret opens nothing, and neither does an older one', async () => {
    const { node, left, resume, copyAt, tokenOf } = servers;
    const { browser, id } = await left();
    const thieves: ApiClient[] = [];
    for (let times = 0; times < 3; times += 1) {
      thieves.push(copyAt(node, browser));
      const reply = await resume(browser, facts);
      browser.goOn(expected(200, reply).webSessionId);
    }
    for (const thief of thieves) expect((await resume(thief, facts)).status).toBe(404);
    expect(await tokenOf(id)).toMatchObject({ misses: 0, end_date_time: null });
    expect((await draftOf(browser)).id).toBe(id);
  });

  test('an attacker who has the whole database but no key cannot open a session or a draft', async () => {
    const { server, left, resume } = servers;
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
    expect((await resume(browser, facts)).status).toBe(200);
  });

  test('an attacker who plants a session or a secret does not know the ones that the victim gets', async () => {
    const { server, left, resume } = servers;
    const planted = await left();
    const attacker = server.client();
    await attacker.start();
    const known = new Set([...planted.browser.cookies.values(), ...attacker.cookies.values()]);
    const victim = await left();
    for (const [name, value] of [...planted.browser.cookies, ...attacker.cookies])
      victim.browser.cookies.set(name, value);
    const reply = await resume(victim.browser, facts, {
      headers: { 'x-web-session-id': attacker.webSessionId },
    });
    const { webSessionId } = expected(200, reply);
    expect([attacker.webSessionId, planted.before, victim.before]).not.toContain(webSessionId);
    const given = reply.setCookies.map((line) => /=([^;]+)/.exec(line)?.[1] ?? '');
    expect(given).toHaveLength(2);
    for (const value of given) expect(known.has(value)).toBe(false);
    // The attacker's session cannot read the victim's draft, and the planted secret resumes only the planted draft.
    expectError(await attacker.send('GET', `/application/${victim.id}`), 'resource_not_found');
    const thief = apiClient(server.app, { cookies: new Map(planted.browser.cookies) });
    thief.goOn(expected(200, await resume(thief, facts)).webSessionId);
    expect((await draftOf(thief)).id).toBe(planted.id);
  });

  test.each(titled(everyCall.filter(({ session }) => session !== 'none')))(
    'the old session has ended for %s',
    async (_title, call) => {
      const { server, left, resume, copyAt } = servers;
      const { browser, id, before } = await left();
      const tab = copyAt(server, browser);
      expect((await resume(tab, facts)).status).toBe(200);
      const ids = { application: id, person: id, document: id };
      browser.goOn(before);
      expectError(await sendCall(browser, call, ids), 'session_invalid');
    },
  );

  test('a thousand malformed, repeated or huge cookies open nothing and break nothing', async () => {
    const { left, resume, tokenOf } = servers;
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
      // Leave out headers that contain the real cookie with its secret, because the server accepts this cookie.
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
      many.map((header) => resume(browser, facts, { headers: { cookie: header } })),
    );
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([404]));
    const doubled = `${name}=${'B'.repeat(43)}; ${name}=${secret}; ${name}=${secret}`;
    expect((await resume(browser, facts, { headers: { cookie: doubled } })).status).toBe(200);
    expect(await tokenOf(id)).toMatchObject({ misses: 0 });
  });

  test('malformed bodies are refused, and at most count as a failed try', async () => {
    const { server, left, resume } = servers;
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
      const { status } = await resume(browser, json);
      expect([400, 404]).toContain(status);
      await server.database.db
        .updateTable('way_back')
        .set({ misses: 0 })
        .where('application_id', '=', id)
        .where('end_date_time', 'is', null)
        .execute();
    }
    expect((await resume(browser, facts)).status).toBe(200);
  });

  test('a draft can be resumed and submitted after its start key has expired', async () => {
    const { server, resume } = servers;
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
    browser.goOn(expected(200, await resume(browser, facts)).webSessionId);
    expect(expected(200, await submit(browser, id)).status).toBe('submitted');
  });
});
