import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPage } from '../../scripts/build.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { servePage } from './page.ts';

let server: TestServer;
beforeAll(async () => {
  buildPage();
  server = await startTestServer({ page: servePage });
});
afterAll(() => server.stop());

const get = (url: string) => server.app.inject({ url, headers: { host: 'demo.localhost' } });

test.each(['/', '/business', '/main-street', '/apply/1111-2222-3333-4444.', '/no%20screen', '/?a=b.zip'])(
  '%s is an address of the page',
  async (url) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  },
);

test.each(['/business~', '/business.bak', '/.git/config', '/.env', '/robots.txt', '/a.php/b'])(
  '%s is a file name and is not found',
  async (url) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json']);
  },
);

test('the favicon is the card of the host’s program', async () => {
  const iconOf = (host: string) => server.app.inject({ url: '/favicon.ico', headers: { host } });
  const [demo, toro] = [await iconOf('demo.localhost'), await iconOf('toro.localhost')];
  expect([toro.statusCode, toro.headers['content-type']]).toEqual([200, 'image/svg+xml']);
  expect(toro.body).toContain('#D40A32');
  expect(toro.body).not.toContain('var(');
  expect(demo.body).not.toBe(toro.body);
  const document = (await get('/')).body;
  const [, within = ''] = /<link rel="icon" href='data:image\/svg\+xml,([^']*)'>/.exec(document) ?? [];
  expect(decodeURIComponent(within)).toBe(demo.body);
  expect((await iconOf('unknown.example')).statusCode).toBe(404);
});

test('a host with the dot of the root gets the same page', async () => {
  const at = (host: string, url = '/') => server.app.inject({ url, headers: { host } });
  for (const url of ['/', '/favicon.ico'])
    expect((await at('Toro.localhost.:3000', url)).body).toBe((await at('toro.localhost', url)).body);
  const unknown = await at('unknown.example.');
  expect(unknown.statusCode).toBe(404);
  expect(unknown.body).toContain('unknown.example');
  expect(unknown.body).not.toContain('unknown.example.<');
  expect(unknown.body).toBe((await at('unknown.example')).body);
});
