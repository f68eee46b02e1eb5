/** Tests the responses of the health probes, also at a host without a program, and the id under which a request is logged. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { buildInfo } from '../../config/build-info.ts';

const proxy = '192.0.2.10';
const lines: string[] = [];
const log = { write: (line: string) => void lines.push(line) };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { TRUSTED_PROXIES: proxy }, log });
});
afterAll(() => server.stop());

const ask = async (name: string, host = 'elsewhere.example') => {
  const response = await server.app.inject({ url: `/health/${name}`, headers: { host } });
  return { status: response.statusCode, body: response.json() };
};

test.each(['elsewhere.example', '192.0.2.1:3000', '[::1]:3000'])(
  'all probes respond at %s, which is no program’s host',
  async (host) => {
    expect(await ask('live', host)).toEqual({ status: 200, body: { status: 'ok', ...buildInfo } });
    for (const name of ['ready', 'database'])
      expect(await ask(name, host)).toEqual({ status: 200, body: { status: 'ok' } });
  },
);

test.each([6_000, -6_000])(
  'a node is not ready while its clock is %d ms off; the database is',
  async (millis) => {
    server.clock.advance(-millis);
    expect(await ask('ready')).toEqual({ status: 503, body: { status: 'unavailable', failing: 'clock' } });
    expect([await ask('live'), await ask('database')]).toMatchObject([{ status: 200 }, { status: 200 }]);
    server.clock.advance(millis);
    expect(await ask('ready')).toMatchObject({ status: 200 });
  },
);

test('a probe is logged only if it fails or its status changes', async () => {
  const statuses = () =>
    lines
      .map((line) => JSON.parse(line))
      .filter(({ msg, route }) => msg === 'request' && route === '/health/ready')
      .map(({ status }) => status);
  await ask('ready');
  lines.length = 0;
  await ask('ready');
  await ask('live');
  await ask('ready');
  expect(statuses()).toEqual([]);
  server.clock.advance(-6_000);
  await ask('ready');
  await ask('ready');
  server.clock.advance(6_000);
  await ask('ready');
  await ask('ready');
  expect(statuses()).toEqual([503, 503, 200]);
});

describe('the id of a request', () => {
  const idOf = async (sent: string | string[], remoteAddress: string) => {
    const headers = { host: 'demo.localhost', 'x-request-id': sent };
    const response = await server.app.inject({ url: '/api/v1/nothing', remoteAddress, headers });
    expect(response.json().requestId).toBe(response.headers['x-request-id']);
    return String(response.headers['x-request-id']);
  };
  const isOwn = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

  test.each(['5f0c7a3e9b1d4c8fa2b6', 'A.b_c:d-123', 'x'.repeat(64)])(
    'is the one that our proxy sends: %s',
    async (id) => {
      expect(await idOf(id, proxy)).toBe(id);
      expect(lines.filter((line) => JSON.parse(line).requestId === id)).toHaveLength(1);
    },
  );

  test('is a new one if someone else sends one', async () => {
    expect(await idOf('5f0c7a3e9b1d4c8fa2b6', '192.0.2.11')).toMatch(isOwn);
  });

  test.each([
    ['too short', 'abc'],
    ['too long', 'x'.repeat(65)],
    ['quoted', '"12345678"'],
    ['more than a word', '12345678 secret'],
    ['beyond ASCII', '1234567é'],
    ['a list', '12345678, 87654321'],
  ])('is a new one if the proxy sends %s', async (_, id) => {
    expect(await idOf(id, proxy)).toMatch(isOwn);
  });

  test('is a new one if the proxy sends two', async () => {
    expect(await idOf(['12345678', '87654321'], proxy)).toMatch(isOwn);
  });
});
