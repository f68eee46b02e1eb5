import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forbidInLogs } from '../../tests/support/forbid-in-logs.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { securityHeaders } from './security-headers.ts';

/** Tests the Host header and the request target (X6), and bytes that are not an HTTP request (F9), over real connections. */

/** The loopback addresses of this machine: IPv4, and IPv6 if the machine supports it. */
const addresses = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ internal }) => internal)
  .map(({ address }) => address);
const startKey = '4821-9930-1177-2046';
const log = forbidInLogs({ startKey, host: 'demo.localhost', query: 'v=secret' });
let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer({ log, env: { PORT: '0', PUBLIC_URL_SCHEME: 'https' } });
  await server.listen(addresses);
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await server.stop();
  expect(log.leaks).toEqual([]);
});

/** Sends raw bytes and returns everything that the server sends until it closes the connection. */
async function raw(text: string, address = '127.0.0.1'): Promise<string> {
  const socket = connect(port, address);
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
  });
  if (text) socket.write(text, 'latin1');
  await once(socket, 'close');
  return received;
}

const linesOf = (requestId: string) =>
  log.lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);

const statusesOf = (responses: string) =>
  [...responses.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, code]) => code);

const start = (line: string, ...headers: string[]) =>
  raw([`${line} HTTP/1.1`, ...headers, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n'));

test('a request with one host and a plain path passes', async () => {
  const response = await start('POST /api/v1/apply/start', 'Host: demo.localhost');
  expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test.each([
  ['no host', 'POST /api/v1/apply/start', []],
  ['two hosts', 'POST /api/v1/apply/start', ['Host: demo.localhost', 'Host: demo.localhost']],
  ['two different hosts', 'POST /api/v1/apply/start', ['Host: demo.localhost', 'Host: toro.localhost']],
  ['an empty host', 'POST /api/v1/apply/start', ['Host:']],
  ['a host with a user', 'POST /api/v1/apply/start', ['Host: a@demo.localhost']],
  ['a host with a path', 'POST /api/v1/apply/start', ['Host: demo.localhost/x']],
  ['a list of hosts', 'POST /api/v1/apply/start', ['Host: demo.localhost, toro.localhost']],
  ['an absolute-form target', 'POST http://demo.localhost/api/v1/apply/start', ['Host: demo.localhost']],
  ['another host in the target', 'POST http://toro.localhost/api/v1/apply/start', ['Host: demo.localhost']],
  ['a target with two slashes', 'POST //api/v1/apply/start', ['Host: demo.localhost']],
  ['a NUL in the path', 'GET /api/v1/application/%00', ['Host: demo.localhost']],
  ['a percent sign that encodes nothing', 'GET /api/v1/application/%zz', ['Host: demo.localhost']],
  ['bytes that are no UTF-8 in the path', 'GET /api/v1/application/%ff', ['Host: demo.localhost']],
  ['a byte over ASCII in the path', 'GET /api/v1/application/\xe9', ['Host: demo.localhost']],
  ['the target *', 'OPTIONS *', ['Host: demo.localhost']],
  ['a backslash', 'GET /api\\v1', ['Host: demo.localhost']],
  ['a long id', `GET /api/v1/application/${'a'.repeat(300)}`, ['Host: demo.localhost']],
  ['no HTTP', 'nonsense', []],
  ['a header of 20 KB', 'GET /api/v1/application/1', ['Host: demo.localhost', `X: ${'a'.repeat(20_000)}`]],
  ['two lengths', 'POST /api/v1/apply/start', ['Host: demo.localhost', 'Content-Length: 5']],
  ['a start key and no HTTP', `GET /apply/${startKey}?v=secret\u0000`, ['Host: demo.localhost']],
  [
    'a start key wrongly encoded',
    `GET /api/v1/apply/start/${startKey}%zz?v=secret`,
    ['Host: demo.localhost'],
  ],
  ['a probe without a host', 'GET /health/live', []],
])('refuses %s, and says so in the log', async (_, line, headers) => {
  const response = await start(line, ...headers);
  expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
  const [head = '', body = ''] = response.split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  const problem = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
  expect(problem).toMatchObject({ type: 'about:blank', code: 'invalid_request', status: 400 });
  expect(head.toLowerCase()).toContain(`x-request-id: ${problem.requestId}`);
  const lines = head.split('\r\n').map((each) => each.replace(/^[^:]+/, (name) => name.toLowerCase()));
  for (const [name, value] of Object.entries(securityHeaders(true)))
    expect(lines).toContain(`${name}: ${value}`);
  expect(response).not.toContain('demo.localhost');
  expect(linesOf(problem.requestId)).toEqual([
    expect.objectContaining({
      msg: 'request',
      level: 'info',
      status: 400,
      route: expect.stringMatching(/^[\w/:*]+$/),
      reason: expect.stringMatching(/^\w+$/),
    }),
  ]);
});

test('requests get the same responses on every loopback address', async () => {
  expect(addresses).toContain('127.0.0.1');
  for (const address of addresses) {
    const refused = await raw('nonsense\r\n\r\n', address);
    const requestId = /x-request-id: (\S+)/i.exec(refused)?.[1] ?? '';
    expect([statusesOf(refused), linesOf(requestId).length], address).toEqual([['400'], 1]);
    expect(statusesOf(await raw('GET /health/ready HTTP/1.0\r\n\r\n', address)), address).toEqual(['200']);
  }
});

test('a response in progress is finished before the error for the bytes after it', async () => {
  const pdf = (method: string) =>
    `${method} /api/v1/agreement/terms/pdf HTTP/1.1\r\nHost: demo.localhost\r\n\r\n`;
  for (const broken of ['nonsense\r\n\r\n', '\u0000', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n']) {
    expect(statusesOf(await raw(`${pdf('HEAD')}${broken}`))).toEqual(['200', '400']);
    expect(statusesOf(await raw(`${pdf('HEAD')}${pdf('HEAD')}${broken}`))).toEqual(['200', '200', '400']);
    const whole = await raw(`${pdf('GET')}${broken}`);
    const [head = '', body = ''] = whole.split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    expect(whole.slice(whole.indexOf(body)).slice(length)).toMatch(/^HTTP\/1\.1 400 /);
  }
});

test('a malformed body is refused at once, even while a handler waits for it', async () => {
  const head =
    'POST /api/v1/apply/start HTTP/1.1\r\nHost: demo.localhost\r\nContent-Type: application/json\r\n';
  const response = await raw(`${head}Transfer-Encoding: chunked\r\n\r\nno length\r\n`);
  expect(statusesOf(response)).toEqual(['400']);
  const requestId = /x-request-id: (\S+)/i.exec(response)?.[1] ?? '';
  expect(linesOf(requestId)).toMatchObject([{ status: 400, reason: 'HPE_INVALID_CHUNK_SIZE' }]);
});

test('a connection without any request is closed without a response', async () => {
  const before = log.lines.length;
  const { headersTimeout } = server.app.server;
  server.app.server.headersTimeout = 1;
  try {
    // A browser or load balancer may open a connection in advance. If the server sent anything then, the client would read it as
    // the response to the first request.
    expect(await raw('')).toBe('');
    expect(log.lines.length).toBe(before);
    expect(await raw('GET /health/live HTTP/1.1\r\nHost: ')).toMatch(/^HTTP\/1\.1 400 /);
  } finally {
    server.app.server.headersTimeout = headersTimeout;
  }
});

describe.each(['/health/live', '/health/ready', '/health/database'])('a plain probe of %s', (path) => {
  const probe = (...headers: string[]) =>
    raw([`GET ${path} HTTP/1.0`, ...headers, '', ''].join('\r\n')).then(statusesOf);

  test('needs no host over HTTP/1.0', async () => {
    expect(await probe()).toEqual(['200']);
    expect(await probe('Host: demo.localhost')).toEqual(['200']);
    expect(await raw(`HEAD ${path} HTTP/1.0\r\n\r\n`).then(statusesOf)).toEqual(['200']);
  });

  test('is refused with an invalid host, or with two', async () => {
    expect(await probe('Host:')).toEqual(['400']);
    expect(await probe('Host: a', 'Host: a')).toEqual(['400']);
  });
});

test.each(['/', '/health', '/health/other', '/openapi.json', '/docs/', '/api/v1/agreement/terms/pdf'])(
  '%s needs a host over HTTP/1.0 too',
  async (path) => {
    expect(statusesOf(await raw(`GET ${path} HTTP/1.0\r\n\r\n`))).toEqual(['400']);
  },
);
