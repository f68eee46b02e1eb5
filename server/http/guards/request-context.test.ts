import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import type { Ids } from '../../../tests/support/every-call.ts';
import { everyCall, sendCall, titled } from '../../../tests/support/every-call.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import { someOf } from '../../../tests/support/rounds.ts';
import {
  addDocument,
  addPerson,
  applicant,
  create,
  prepare,
  submit,
} from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

let server: TestServer;
let browser: ApiClient;
let ids: Ids;

async function withApplication(client: ApiClient): Promise<Ids> {
  await client.start();
  const { id } = await create(client);
  const person = await addPerson(client, id, 'applicant', applicant);
  const document = await addDocument(client, id);
  return { application: id, person: person.id, document: document.id };
}

beforeAll(async () => {
  server = await startTestServer({ env: { LIMITS_FACTOR: '1000' } });
  browser = server.client();
  ids = await withApplication(browser);
});
afterAll(() => server.stop());

const nobody = '01a1fbac-73ad-7000-88d5-cec578f87e3d';
const nothing: Ids = { application: nobody, person: nobody, document: nobody };
const changing = everyCall.filter(({ method }) => method !== 'GET');
const sessioned = everyCall.filter(({ session }) => session !== 'none');
const withJson = everyCall.filter(({ body }) => body?.(nothing).json !== undefined);
const withForm = everyCall.filter(({ body }) => body?.(nothing).form !== undefined);

const foreign = [
  ...['cross-site', 'same-site', 'Same-Origin', 'none, cross-site', ''].map(
    (site) => ['sec-fetch-site', site] as const,
  ),
  ...[
    'https://demo.localhost',
    'http://demo.localhost:8080',
    'http://toro.localhost',
    'http://DEMO.localhost',
    'http://demo.localhost/',
    'http://demo.localhost.evil.example',
    'null',
    '',
  ].map((origin) => ['origin', origin] as const),
];

test.each(
  someOf(
    titled(changing).flatMap(([title, call]) => foreign.map((header) => [title, ...header, call] as const)),
  ),
)('%s refuses %s: %s', async (_title, name, value, call) => {
  expectError(await sendCall(browser, call, ids, { headers: { [name]: value } }), 'forbidden');
});

describe.each(titled(sessioned))('%s', (_, call) => {
  const refused = async (
    client: ApiClient,
    more: { headers?: Record<string, string | null>; webSessionId?: string } = {},
  ) => expectError(await sendCall(client, call, ids, more), 'session_invalid');

  test('refuses the cookie without the session’s id', async () => {
    const inHeader = { headers: { 'x-web-session-id': null } };
    await refused(browser, call.session === 'header' ? inHeader : { webSessionId: '' });
  });

  test('refuses the session’s id without its cookie', async () => {
    await refused(browser, { headers: { cookie: null } });
  });

  test('refuses an id of no session, and a missing id', async () => {
    for (const id of [nobody, browser.webSessionId.toUpperCase(), `${browser.webSessionId}0`, "' or 1=1"]) {
      const webSessionId = encodeURIComponent(id);
      await refused(
        browser,
        call.session === 'header' ? { headers: { 'x-web-session-id': id } } : { webSessionId },
      );
    }
  });

  test('refuses the cookie of another session sent under this one’s name', async () => {
    const other = server.client();
    await other.start();
    const name = `session-${browser.webSessionId.slice(0, 8)}`;
    await refused(browser, { headers: { cookie: `${name}=${[...other.cookies.values()][0]}` } });
    const twice = `${name}=${browser.cookies.get(name)}; ${name}=${browser.cookies.get(name)}`;
    await refused(browser, { headers: { cookie: twice } });
  });

  test('refuses a session of another host', async () => {
    const elsewhere = apiClient(server.app, { host: 'toro.localhost', cookies: browser.cookies });
    await refused(elsewhere, {
      headers: call.session === 'header' ? { 'x-web-session-id': browser.webSessionId } : {},
      webSessionId: browser.webSessionId,
    });
  });
});

test('accepts the page’s own calls: same-origin or none, and the host’s own origin', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'same-origin', origin: 'http://demo.localhost' },
    { 'sec-fetch-site': 'none' },
    { host: 'demo.localhost:3000', origin: 'http://demo.localhost:3000' },
  ])
    expect((await browser.send('POST', '/apply/heartbeat', { headers })).status).toBe(204);
});

test('accepts a read from anywhere: without the session it reveals nothing', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  const reply = await browser.send('GET', `/application/${ids.application}`, { headers });
  expect(reply.status).toBe(200);
  expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
});

describe.each(titled(withJson))('%s', (_, call) => {
  test.each([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('refuses a body of %s', async (type) => {
    const headers = { 'content-type': type };
    expectError(await sendCall(browser, call, ids, { headers }), 'unsupported_media_type');
  });

  test('refuses a body without a type', async () => {
    const headers = { 'content-type': null };
    expectError(await sendCall(browser, call, ids, { headers }), 'unsupported_media_type');
  });

  test('accepts 64 KiB of JSON and no more', async () => {
    const raw = JSON.stringify(call.body?.(ids).json);
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const path = call.path(nothing, '');
    const fits = await browser.send(call.method, path, { raw: raw.padEnd(64 * 1024), headers });
    expect(fits.status).not.toBe(413);
    const over = await browser.send(call.method, path, { raw: raw.padEnd(64 * 1024 + 1), headers });
    expectError(over, 'payload_too_large');
  });

  test.each([
    ['no body', ''],
    ['no JSON', '{"applicationData"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"applicationData"'],
    ['two values', '{} {}'],
    ['a prototype', '{"__proto__":{"status":"submitted"}}'],
    ['a constructor’s prototype', '{"constructor":{"prototype":{"status":"submitted"}}}'],
    ['bytes that are no UTF-8', Buffer.from('{"applicationData":{"dba":"\xe9"}}', 'latin1')],
  ])('refuses %s', async (_what, raw) => {
    const fresh = server.client();
    const own = call.owned ? ids : nothing;
    if (!call.owned) await fresh.start();
    const headers = { 'content-type': 'application/json' };
    const reply = await (call.owned ? browser : fresh).send(call.method, call.path(own, ''), {
      raw,
      headers,
    });
    expectError(reply, 'invalid_request');
  });
});

describe.each(titled(withForm))('%s', (_, call) => {
  test.each(['application/json', 'text/plain'])('refuses a body of %s', async (type) => {
    const headers = { 'content-type': type };
    const reply = await browser.send(call.method, call.path(ids, ''), { raw: '{}', headers });
    expectError(reply, 'unsupported_media_type');
  });
});

describe('checks run in the order host, origin, session, existence, lock, If-Match, body', () => {
  const wrongBody = { raw: '{"status":', headers: { 'content-type': 'application/json' } };

  test.each(titled(everyCall))('%s checks the host first', async (_, call) => {
    const headers = { host: 'elsewhere.example', origin: 'https://evil.example', cookie: null };
    expectError(await sendCall(browser, call, nothing, { headers }), 'domain_not_found');
  });

  test.each(titled(changing))('%s checks the origin second', async (_, call) => {
    const headers = { origin: 'https://evil.example', cookie: null };
    expectError(await sendCall(browser, call, nothing, { headers }), 'forbidden');
  });

  test.each(titled(sessioned))('%s checks the session before existence and body', async (_, call) => {
    const path = call.path(nothing, browser.webSessionId);
    const headers = { ...wrongBody.headers, cookie: null };
    const call_ = call.method === 'GET' ? { headers: { cookie: null } } : { ...wrongBody, headers };
    expectError(await browser.send(call.method, path, call_), 'session_invalid');
  });

  const named = everyCall.filter(({ owned, route }) => owned && route.includes('{id}'));

  test.each(titled(named))('%s checks existence before the body', async (_, call) => {
    const path = call.path(nothing, browser.webSessionId);
    const more =
      call.method === 'GET' ? {} : { ...wrongBody, headers: { ...wrongBody.headers, 'if-match': '"7"' } };
    expectError(await browser.send(call.method, path, more), 'resource_not_found');
  });

  test('PATCH and DELETE check the lock before If-Match, and If-Match before the body', async () => {
    const submitted = server.client();
    const { id, applicant: person } = await prepare(submitted);
    const stale = { ...wrongBody, headers: { ...wrongBody.headers, 'if-match': '"99"' } };
    const paths = [`/application/${id}`, `/personnel/${person.id}`];
    for (const path of paths) expectError(await submitted.send('PATCH', path, stale), 'stale');
    expectError(await submitted.send('DELETE', `/personnel/${person.id}`, stale), 'stale');
    for (const path of paths) expectError(await submitted.send('PATCH', path, wrongBody), 'invalid_request');
    expectError(await submitted.send('DELETE', `/personnel/${person.id}`, wrongBody), 'invalid_request');
    await submit(submitted, id);
    for (const path of paths) expectError(await submitted.send('PATCH', path, stale), 'conflict');
    expectError(await submitted.send('DELETE', `/personnel/${person.id}`, stale), 'conflict');
  });
});

describe('an unknown call', () => {
  test.each([
    ['GET', '/nothing'],
    ['POST', '/nothing'],
    ['GET', '/apply/start'],
    ['PUT', '/application'],
    ['HEAD', '/agreement/esign'],
    ['OPTIONS', '/application'],
    ['GET', ''],
    ['GET', '/'],
    ['POST', '/apply/start/'],
    ['GET', `/application/${nobody}/`],
  ])('%s %s responds 404', async (method, path) => {
    const reply = await browser.send(method, `/api/v1${path}`);
    if (method !== 'HEAD') expectError(reply, 'resource_not_found');
    expect(reply.status).toBe(404);
    expect(reply.headers['cache-control']).toBe('no-store');
  });
});

test('every response has its own request id and may not be cached', async () => {
  const seen = new Set<string | undefined>();
  for (const call of everyCall.slice(0, -1)) {
    const { headers } = await sendCall(browser, call, ids);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    seen.add(headers['x-request-id']);
  }
  expect(seen.size).toBe(everyCall.length - 1);
});
