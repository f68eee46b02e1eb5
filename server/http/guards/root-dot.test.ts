/** Tests that a host name with a trailing dot means the same host as without the dot (RFC 1034, section 3.1). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Application } from '../../../api/application.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import { create } from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL_SCHEME: 'https' } });
});
afterAll(() => server.stop());

const same = ['toro.localhost.', 'Toro.LOCALHOST.', 'toro.localhost.:8443', 'toro.localhost:8443'];

test.each(same)('%s is the program’s host', async (host) => {
  const browser = apiClient(server.app, { host });
  expect((await browser.start()).domain.domainKey).toBe('toro');
});

test.each(same)('a session begun at the host continues at %s, and the other way round', async (other) => {
  for (const [first, then] of [
    ['toro.localhost', other],
    [other, 'toro.localhost'],
  ]) {
    const browser = apiClient(server.app, { host: first ?? '' });
    await browser.start();
    const { id } = await create(browser, {}, {});
    const origin = `https://${then?.toLowerCase()}`;
    const reply = await browser.send<Application>('PATCH', `/application/${id}`, {
      json: { applicationData: { dba: 'Bright' } },
      headers: { host: then ?? '', origin, 'sec-fetch-site': 'same-origin' },
    });
    expect([reply.status, reply.body.domainKey]).toEqual([200, 'toro']);
  }
});

test('a session of one host does not work at another host with a trailing dot', async () => {
  const browser = server.client('toro.localhost.');
  await browser.start();
  const heartbeat = (host: string) => browser.send('POST', '/apply/heartbeat', { headers: { host } });
  expectError(await heartbeat('exmark.localhost.'), 'session_invalid');
  expectError(await heartbeat('nobody.localhost.'), 'domain_not_found');
  expect((await heartbeat('toro.localhost')).status).toBe(204);
});

test.each(['toro.localhost..', 'toro.localhost.:', '.toro.localhost', '.'])('%s is no host', async (host) => {
  expectError(await server.client(host).send('POST', '/apply/start'), 'invalid_request');
});

test.each(['https://toro.localhost..', 'https://evil.example.', 'http://toro.localhost.'])(
  'a change that comes from %s is refused',
  async (origin) => {
    const browser = server.client('toro.localhost.');
    await browser.start();
    expectError(await browser.send('POST', '/apply/heartbeat', { headers: { origin } }), 'forbidden');
  },
);
