import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../tests/test-server.ts';
import { startTestServer } from '../tests/test-server.ts';

/** What only a real connection can carry: the host rule and the target's form (X6). */

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer();
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(address).port);
});
afterAll(() => server.stop());

/** Sends bytes as they are; answers all that comes back until the server closes. */
async function raw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.write(text, 'latin1');
  await once(socket, 'close');
  return answer;
}

const start = (line: string, ...headers: string[]) =>
  raw([`${line} HTTP/1.1`, ...headers, 'Content-Length: 0', 'Connection: close', '', ''].join('\r\n'));

test('one host and a plain path pass', async () => {
  const answer = await start('POST /api/v1/apply/start', 'Host: demo.localhost');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
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
])('refuses %s', async (_, line, headers) => {
  const answer = await start(line, ...headers);
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  const problem = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
  expect(problem).toMatchObject({ type: 'about:blank', code: 'invalid_request', status: 400 });
  expect(head.toLowerCase()).toContain(`x-request-id: ${problem.requestId}`);
  expect(answer).not.toContain('demo.localhost');
});
