import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserTab } from '../../tests/support/api-client.ts';
import { apiClient } from '../../tests/support/api-client.ts';
import { openTestDatabase, testStores } from '../../tests/support/database.ts';
import { expectError } from '../../tests/support/expect-error.ts';
import { forbidInLogs } from '../../tests/support/forbid-in-logs.ts';
import { addPerson, applicant, business, canaries, create } from '../../tests/support/sample-application.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';

async function begun(server: TestServer): Promise<{ browser: BrowserTab; id: string }> {
  const browser = server.client();
  await browser.start();
  return { browser, id: (await create(browser)).id };
}

describe.each(await testStores())('when the store or the keys are unavailable, on $name', (store) => {
  test('an internal error reveals only that it happened, and the log holds no answer', async () => {
    const log = forbidInLogs({ ...canaries, name: applicant.fullName });
    const server = await startTestServer({ store, log });
    const { browser, id } = await begun(server);
    await sql`alter table personnel rename column answers to given`.execute(server.database.db);
    const json = { applicationId: id, personnelType: 'applicant', ...applicant };
    const reply = await browser.send('POST', '/personnel', { json });
    expectError(reply, 'internal_error');
    expect(JSON.stringify(reply.body)).not.toMatch(/personnel|column|answers|select|error:/);
    expect(log.leaks).toEqual([]);
    const logged = log.lines.filter((line) => line.includes('"level":"error"'));
    expect(logged.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ requestId: reply.headers['x-request-id'], err: expect.anything() }),
    ]);
    await sql`alter table personnel rename column given to answers`.execute(server.database.db);
    await server.stop();
  });

  test('calls get 503 with Retry-After while the store is unreachable; /health/live stays 200, /health/ready does not', async () => {
    const database = await store.open({ isShared: false });
    const server = await startTestServer({ database });
    const { browser, id } = await begun(server);
    await database.close();
    expectError(await browser.send('GET', `/application/${id}`), 'unavailable');
    expectError(await browser.tab().send('POST', '/apply/start'), 'unavailable');
    const probes = ['live', 'ready', 'database'].map((name) => rootStatus(server, `/health/${name}`));
    expect(await Promise.all(probes)).toEqual([200, 503, 503]);
    await server.stop();
  });
});

/** Requests a path outside the API, with a Host that belongs to no program. Returns the status of the response. */
async function rootStatus(server: TestServer, url: string): Promise<number> {
  return (await server.app.inject({ url, headers: { host: 'elsewhere.example' } })).statusCode;
}

test('the embedded store on a full disk refuses writes and keeps reading (F8)', async () => {
  const roomy = await openTestDatabase();
  const server = await startTestServer({ database: roomy });
  const { browser, id } = await begun(server);
  const full = await startTestServer({ database: { ...roomy, hasFreeSpace: async () => false } });
  const there = apiClient(full.app, { cookies: browser.cookies });
  const headers = { 'x-web-session-id': browser.webSessionId };
  expect((await there.send('GET', `/application/${id}`, { headers })).status).toBe(200);
  expectError(await there.send('PATCH', `/application/${id}`, { json: {}, headers }), 'unavailable');
  expectError(await there.send('POST', '/apply/start'), 'unavailable');
  expectError(await there.send('GET', '/agreement/esign', { headers }), 'unavailable');
  await full.stop();
  await server.stop();
  await roomy.close();
});

describe('over https (X4)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } });
  });
  afterAll(() => server.stop());

  const secure = { 'x-forwarded-proto': 'https' };

  test('the cookie is bound to the host, and is never sent over plain http', async () => {
    const browser = server.client();
    const { setCookies } = await browser.send('POST', '/apply/start', { headers: secure });
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^__Host-session-[0-9a-f]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
  });

  test('the page’s own origin is the https one, and the session belongs to that scheme', async () => {
    const browser = server.client();
    const { body } = await browser.send<{ webSessionId: string }>('POST', '/apply/start', {
      headers: secure,
    });
    const beat = (headers: Record<string, string>) =>
      browser.send('POST', '/apply/heartbeat', {
        headers: { 'x-web-session-id': body.webSessionId, ...headers },
      });
    expect((await beat({ ...secure, origin: 'https://demo.localhost' })).status).toBe(204);
    expectError(await beat({ ...secure, origin: 'http://demo.localhost' }), 'forbidden');
    expectError(await beat({}), 'session_invalid');
  });

  test('forwarded headers from an untrusted peer are ignored', async () => {
    const stranger = apiClient(server.app, { address: '192.0.2.7' });
    const { setCookies } = await stranger.send('POST', '/apply/start', { headers: secure });
    expect(setCookies[0]).toMatch(/^session-/);
  });
});

test('every response carries the security headers', async () => {
  const server = await startTestServer({ env: { PUBLIC_URL_SCHEME: 'https' } });
  const { browser, id } = await begun(server);
  await addPerson(browser, id, 'applicant', { fullName: business.businessName });
  for (const path of [`/application/${id}`, '/nothing', '/application/x']) {
    const { headers } = await browser.send('GET', path);
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
      'strict-transport-security': expect.stringContaining('max-age=31536000'),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  }
  await server.stop();
});
