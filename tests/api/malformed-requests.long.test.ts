import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProblemDetails } from '../../api/error.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { ApiCall, Ids } from '../support/every-call.ts';
import { everyCall } from '../support/every-call.ts';
import { forbidInLogs } from '../support/forbid-in-logs.ts';
import { bodyNear, record } from '../support/malformed-values.ts';
import { addDocument, addPerson, applicant, canaries, create } from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

/** Whatever is sent, the response is never a server error (F3), and nothing of it reaches the log (X3). */

const log = forbidInLogs(canaries);
let server: TestServer;
let browser: ApiClient;
let ids: Ids;
/** The ids of all refused requests; the log has each. */
const refused: unknown[] = [];
/** Starts other sessions, of which a browser can have only so many. */
let starter: ApiClient;

beforeAll(async () => {
  server = await startTestServer({ log, env: { LIMITS_FACTOR: '10000' } });
  starter = server.client();
  browser = server.client();
  await browser.start();
  const { id } = await create(browser);
  const person = await addPerson(browser, id, 'applicant', applicant);
  const document = await addDocument(browser, id);
  ids = { application: id, person: person.id, document: document.id };
});
afterAll(async () => {
  await server.stop();
  expect(log.leaks).toEqual([]);
  const lines = log.lines.map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  const told = new Set(lines.filter(({ reason }) => reason).map(({ requestId }) => requestId));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter((requestId) => !told.has(requestId))).toEqual([]);
});

const clientFor = (call: ApiCall) => (call.session === 'none' ? starter : browser);

/** The runs are few but the same each time, so that a failure can be repeated; raise the number by hand to search. */
const runs = { numRuns: 300, seed: 20_261_101 };

const calls = everyCall.filter(({ route }) => route !== '/apply/finish/{type}' && !route.endsWith('/submit'));
const changing = calls.filter(({ method }) => method !== 'GET');

async function expectHonest(
  send: Promise<{ status: number; headers: object; body: unknown }>,
): Promise<void> {
  const { status, headers, body } = await send;
  expect(status).toBeLessThan(500);
  if (status >= 400) {
    expect(headers).toMatchObject({ 'content-type': 'application/problem+json' });
    expect(body).toMatchObject({ status, code: expect.any(String) });
    refused.push((body as ProblemDetails).requestId);
    for (const value of Object.values(canaries)) expect(JSON.stringify(body)).not.toContain(value);
  }
}

test('bodies of wrong types and names', async () => {
  const sent = fc
    .constantFrom(...changing.filter(({ body }) => !body?.(ids).form))
    .chain((call) => fc.tuple(fc.constant(call), bodyNear(call, ids)));
  await fc.assert(
    fc.asyncProperty(sent, fc.option(fc.constantFrom('k', 'l')), async ([call, json], key) => {
      const headers = key === null ? {} : { 'idempotency-key': key };
      await expectHonest(clientFor(call).send(call.method, call.path(ids, ''), { json, headers }));
    }),
    runs,
  );
});

test('bodies that are not JSON', async () => {
  const cut = fc
    .tuple(record, fc.nat({ max: 200 }), fc.constantFrom('', '}', ']', '\u0000', ',', '"', '\ud800'))
    .map(([json, at, more]) => Buffer.from(JSON.stringify(json).slice(0, at) + more));
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
  const types = fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'application/json;',
    'json',
    '',
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...changing), fc.oneof(cut, bytes), types, async (call, raw, type) => {
      await expectHonest(
        clientFor(call).send(call.method, call.path(ids, ''), { raw, headers: { 'content-type': type } }),
      );
    }),
    runs,
  );
});

test('malformed multipart bodies', async () => {
  const lines = fc.constantFrom(
    '--b',
    '--b--',
    '',
    'Content-Disposition: form-data; name="document"; filename="a.pdf"',
    'Content-Disposition: form-data; name="document"; filename*=UTF-8\'\'%ff%00',
    'Content-Disposition: form-data; name="applicationId"',
    'Content-Disposition: form-data; name="__proto__"',
    'Content-Disposition: form-data; name=',
    'Content-Disposition: attachment',
    'Content-Type: application/pdf',
    'Content-Type: application/json',
    'Content-Transfer-Encoding: base64',
    'Content-Transfer-Encoding: nonsense',
    '%PDF-1.7',
    '\u0000\ud800',
    '{"__proto__":1}',
    'proof_of_entity',
  );
  const body = fc.array(lines, { maxLength: 14 }).map((all) => Buffer.from(all.join('\r\n')));
  const uploads = changing.filter((call) => call.body?.(ids).form);
  const boundary = fc.constantFrom('boundary=b', 'boundary="b"', 'boundary=', '', 'boundary=c');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...uploads), body, boundary, async (call, raw, named) => {
      const headers = { 'content-type': `multipart/form-data; ${named}` };
      await expectHonest(clientFor(call).send(call.method, call.path(ids, ''), { raw, headers }));
    }),
    { ...runs, numRuns: 150 },
  );
});

test('headers of any content', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
    fc.constantFrom('"', 'W/"1"', '"1', '*', ',', '\u00ff', 'x'.repeat(4_000)),
  );
  const headers = fc.dictionary(
    fc.constantFrom(
      'if-match',
      'idempotency-key',
      'x-web-session-id',
      'cookie',
      'user-agent',
      'x-forwarded-for',
      'accept',
      'content-type',
      'content-length',
      'transfer-encoding',
      'expect',
      'range',
    ),
    text,
    { maxKeys: 3, noNullPrototype: true },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), headers, async (call, more) => {
      await expectHonest(
        clientFor(call).send(call.method, call.path(ids, browser.webSessionId), {
          ...call.body?.(ids),
          headers: more,
        }),
      );
    }),
    { ...runs, numRuns: 150 },
  );
});

test('paths and queries of any content, over a real connection', async () => {
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const port = Number(new URL(address).port);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { host: browser.host, cookie, 'x-web-session-id': browser.webSessionId };
  const get = (method: string, path: string) =>
    new Promise<{ status: number; headers: object; body: unknown }>((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () => {
          const body = /json/.test(String(answer.headers['content-type']))
            ? JSON.parse(text || 'null')
            : undefined;
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body });
        });
      });
      sent.on('error', reject).end();
    });
  const part = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2F',
      '%00',
      '%ff',
      '%',
      '%zz',
      '%C0%80',
      '%ED%A0%80',
      '',
      '*',
      ':id',
    ),
    fc.constantFrom(
      '~',
      '1',
      'null',
      'undefined',
      '__proto__',
      'constructor',
      'a'.repeat(500),
      ...Object.values(canaries),
    ),
    fc.string({ unit: 'grapheme-ascii', maxLength: 12 }).map((text) => text.replace(/[^\x21-\x7e]/g, '')),
  );
  const bases = fc.constantFrom(
    ...[
      '/application',
      '/personnel',
      '/document',
      '/agreement',
      '/apply/start',
      '/apply/finish',
      '',
      '/apply/start/entity-key',
    ],
  );
  const path = fc
    .tuple(bases, fc.array(part, { maxLength: 3 }), fc.option(part))
    .map(
      ([base, parts, query]) =>
        `/api/v1${base}/${parts.join('/')}${query === null ? '' : `?session=${query}`}`,
    );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PURGE'),
      path,
      async (method, at) => {
        const reply = await get(method, at);
        if (method === 'HEAD') expect(reply.status).toBeLessThan(500);
        else await expectHonest(Promise.resolve(reply));
      },
    ),
    runs,
  );
});

test('and after all of it the application is as before', async () => {
  const { status } = await browser.send('GET', `/application/${ids.application}`);
  expect(status).toBe(200);
});
