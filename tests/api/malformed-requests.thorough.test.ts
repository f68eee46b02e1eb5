import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProblemDetails } from '../../api/error.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { ApiCall, Ids } from '../support/every-call.ts';
import { everyCall } from '../support/every-call.ts';
import { forbidInLogs } from '../support/forbid-in-logs.ts';
import {
  bodyNear,
  brokenJson,
  brokenMultipart,
  brokenPath,
  strangeHeaders,
} from '../support/malformed-values.ts';
import { addDocument, addPerson, applicant, canaries, create } from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

/** Tests that no request causes a server error (F3), and that no personal data in a request reaches the log (X3). */

const log = forbidInLogs(canaries);
let server: TestServer;
let browser: ApiClient;
let ids: Ids;
/** The ids of all refused requests. Each id must be in the log. */
const refused: unknown[] = [];
/** A second client for calls that start sessions, because a browser can have only a few sessions. */
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

/**
 * A few runs with a fixed seed, so that a failure can be repeated. To search for more failures, increase the number of runs by
 * hand.
 */
const runs = { numRuns: 300, seed: 20_261_101 };

const calls = everyCall.filter(({ route }) => route !== '/apply/finish/{type}' && !route.endsWith('/submit'));
const changing = calls.filter(({ method }) => method !== 'GET');

async function expectHonest(
  send: Promise<{ status: number; headers: object; body: unknown }>,
): Promise<void> {
  const { status, headers, body } = await send;
  // 501 is allowed here, because the client caused it with an unsupported transfer coding.
  if (status !== 501) expect(status).toBeLessThan(500);
  if (status >= 400) {
    expect(headers).toMatchObject({ 'content-type': 'application/problem+json' });
    expect(body).toMatchObject({ status, code: expect.any(String) });
    refused.push((body as ProblemDetails).requestId);
    for (const value of Object.values(canaries)) expect(JSON.stringify(body)).not.toContain(value);
  }
}

test('bodies of wrong types and names cause no server error', async () => {
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

test('bodies that are not JSON cause no server error', async () => {
  const types = fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'application/json;',
    'json',
    '',
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...changing), brokenJson, types, async (call, raw, type) => {
      await expectHonest(
        clientFor(call).send(call.method, call.path(ids, ''), { raw, headers: { 'content-type': type } }),
      );
    }),
    runs,
  );
});

test('malformed multipart bodies cause no server error', async () => {
  const uploads = changing.filter((call) => call.body?.(ids).form);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...uploads), brokenMultipart, async (call, { body: raw, type }) => {
      const headers = { 'content-type': type };
      await expectHonest(clientFor(call).send(call.method, call.path(ids, ''), { raw, headers }));
    }),
    { ...runs, numRuns: 150 },
  );
});

test('headers of any content cause no server error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), strangeHeaders, async (call, more) => {
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

test('paths and queries of any content cause no server error, over a real connection', async () => {
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
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PURGE'),
      brokenPath,
      async (method, at) => {
        const reply = await get(method, at);
        if (method === 'HEAD') expect(reply.status).toBeLessThan(500);
        else await expectHonest(Promise.resolve(reply));
      },
    ),
    runs,
  );
});

test('after all malformed requests, the application can still be read', async () => {
  const { status } = await browser.send('GET', `/application/${ids.application}`);
  expect(status).toBe(200);
});
