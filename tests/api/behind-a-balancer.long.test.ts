/**
 * Tests two nodes behind the load balancers of `deploy/`, over TLS: what the balancers forward and hide, and which node they use.
 */
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Api } from '../../server/http/api-types.ts';
import {
  type Balancer,
  type BalancerName,
  balancers,
  hasBalancer,
  startBalancer,
} from '../support/balancer.ts';
import { openTestDatabase } from '../support/database.ts';
import { disclosures } from '../support/sample-application.ts';
import { hasOpenssl, trustedCertificate } from '../support/test-certificate.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A fake page, which needs no database. */
const page = async (app: Api) => {
  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send('<!doctype html>'));
};

/** Runs the tests behind each balancer. Skips a balancer that is not installed. */
function describeBehindEach(tests: (name: BalancerName) => void): void {
  for (const name of balancers)
    describe.skipIf(!hasOpenssl || !hasBalancer(name))(`behind ${name}`, () => tests(name));
}

describeBehindEach((name) => {
  let nodes: readonly [TestServer, TestServer];
  let balancer: Balancer;
  const lines: string[] = [];
  const agent = new Agent({ keepAlive: true });

  beforeAll(async () => {
    const database = await openTestDatabase({ isShared: false });
    const env = { TRUSTED_PROXIES: '127.0.0.1', LIMITS_FACTOR: '100000' };
    const log = { write: (line: string) => void lines.push(line) };
    const start = () => startTestServer({ database, env, log, page });
    nodes = [await start(), await start()];
    for (const { app } of nodes) await app.listen({ port: 0, host: '127.0.0.1' });
    const portOf = ({ app }: TestServer) => (app.server.address() as AddressInfo).port;
    balancer = await startBalancer(name, [portOf(nodes[0]), portOf(nodes[1])], trustedCertificate());
  });
  afterAll(async () => {
    agent.destroy();
    await balancer.stop();
    for (const node of nodes) await node.stop();
    await nodes[0].database.close();
  });

  async function send(
    method: string,
    path: string,
    {
      headers = {},
      body = '',
    }: { readonly headers?: Record<string, string>; readonly body?: string | Buffer } = {},
  ): Promise<Answer> {
    const call = request(`https://127.0.0.1:${balancer.port}${path}`, {
      agent,
      method,
      servername: 'localhost',
      headers: {
        host: 'demo.localhost',
        ...(body.length > 0 && { 'content-length': body.length }),
        ...headers,
      },
    });
    call.end(body);
    const [response] = await once(call, 'response');
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
  }

  const json = { 'content-type': 'application/json' };

  /** Starts a session with an application. Returns the cookie, the headers for later calls, and the application's ID. */
  async function begin() {
    const started = await send('POST', '/api/v1/apply/start', { headers: json });
    expect(started.status).toBe(200);
    const cookie = String(started.headers['set-cookie']?.[0]);
    const { webSessionId } = JSON.parse(started.body.toString());
    const headers = { ...json, cookie: cookie.split(';')[0] ?? '', 'x-web-session-id': webSessionId };
    const created = await send('POST', '/api/v1/application', {
      headers,
      body: JSON.stringify({ applicationData: {}, disclosures }),
    });
    expect(created.status).toBe(201);
    const { id } = JSON.parse(created.body.toString());
    return { cookie, headers, id };
  }

  test('an applicant gets the page and a session over HTTPS from either node', async () => {
    const page = await send('GET', '/');
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    const { cookie, headers, id } = await begin();
    expect(cookie).toMatch(/^__Host-session-.*; Secure/);
    const origin = { ...headers, origin: 'https://demo.localhost', 'sec-fetch-site': 'same-origin' };
    for (let round = 0; round < 10; round += 1)
      expect((await send('POST', '/api/v1/apply/heartbeat', { headers: origin })).status).toBe(204);
    expect((await send('GET', `/api/v1/application/${id}`, { headers })).status).toBe(200);
  });

  test('forged client addresses are not forwarded, and all logs show one request id', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'http',
      'x-request-id': 'chosen-by-somebody',
      forwarded: 'for=203.0.113.7;proto=http',
    };
    const { headers: answered } = await send('GET', '/api/v1/nothing?secret=value', { headers });
    const id = String(answered['x-request-id']);
    expect(id).toMatch(/^[0-9a-f-]{32,36}$/i);
    expect(lines.filter((line) => line.includes(id))).toHaveLength(1);
    await expect.poll(balancer.log).toContain(id);
    const log = await balancer.log();
    expect(log).not.toMatch(/203\.0\.113|secret|nothing|chosen/);
    expect(log).toContain('127.0.0.1');
  });

  test('health checks are not public, and HTTP redirects to HTTPS', async () => {
    for (const path of ['/health/ready', '/health/live', '/%68ealth/ready', '/he%61lth/%6cive'])
      expect((await send('GET', path)).status, path).toBe(404);
    const plain = await fetch(`http://127.0.0.1:${balancer.plainPort}/start`, { redirect: 'manual' });
    expect(plain.status).toBe(301);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1.*\/start$/);
  });

  test('a body of the maximum size reaches the node, and a larger body gets an error response', async () => {
    const { headers, id } = await begin();
    const sent = async (bytes: number) => {
      const boundary = 'boundary';
      const part = (name: string, value: string) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
      const body = Buffer.concat([
        Buffer.from(part('applicationId', id) + part('documentType', 'proof_of_entity')),
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="document"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
        ),
        Buffer.alloc(bytes, 'x'),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      const type = { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` };
      return send('POST', '/api/v1/document', { headers: type, body });
    };
    // The node reads the whole body and refuses it, because the body is not a PDF.
    expect(JSON.parse((await sent(10 * 1024 * 1024 - 1)).body.toString())).toMatchObject({
      code: 'validation_failed',
    });
    const tooLarge = await sent(10 * 1024 * 1024 + 1);
    expect(tooLarge.status).toBe(413);
    expect(JSON.parse(tooLarge.body.toString())).toMatchObject({ code: 'payload_too_large' });
  });

  test('while a node stops under load, every call gets a response from one of the nodes', async () => {
    const { headers } = await begin();
    const statuses = new Map<number | string, number>();
    let going = true;
    const call = async () => {
      const outcome = await send('POST', '/api/v1/apply/heartbeat', { headers }).then(
        ({ status }) => status,
        (error: Error) => error.message,
      );
      statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
    };
    const callers = Array.from({ length: 12 }, async () => {
      while (going) await call();
    });
    await nodes[1].retire();
    for (let round = 0; round < 20; round += 1) await call();
    going = false;
    await Promise.all(callers);
    expect([...statuses.keys()]).toEqual([204]);
  });

  test('while the database is unreachable, the page is served and calls get Retry-After', async () => {
    const { headers, id } = await begin();
    await nodes[0].database.close();
    await expect
      .poll(
        async () => {
          const call = await send('GET', `/api/v1/application/${id}`, { headers });
          return {
            status: call.status,
            wait: call.headers['retry-after'],
            page: (await send('GET', '/')).status,
          };
        },
        { timeout: 5_000 },
      )
      .toEqual({ status: 503, wait: '5', page: 200 });
  });

  test('while no node is running, every call gets Retry-After', async () => {
    await nodes[0].retire();
    await expect
      .poll(async () => {
        const { status, headers } = await send('GET', '/1234-5678-1234-5678');
        return { status, wait: headers['retry-after'] };
      })
      .toEqual({ status: 503, wait: '5' });
    expect(await balancer.log()).not.toContain('1234-5678');
  });
});
