import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient, Reply } from '../../tests/support/api-client.ts';
import { apiClient } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import { expectError } from '../../tests/support/expect-error.ts';
import { create, prepare, submit, upload } from '../../tests/support/sample-application.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';

const minute = 60_000;
const hour = 60 * minute;

describe.each(await testStores())('limits on $name', (store) => {
  let server: TestServer;
  let node: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ store });
    node = await startTestServer({ database: server.database });
  });
  afterAll(async () => {
    await node.stop();
    await server.stop();
  });

  /** Moves the clocks of both nodes to the beginning of a window, so that all calls are in the same window. */
  function intoFreshWindow(window: number): void {
    const wait = window - (server.clock.now().getTime() % window);
    const behind = server.clock.now().getTime() - node.clock.now().getTime();
    server.clock.advance(wait);
    node.clock.advance(wait + behind);
  }

  /** Returns a client that sends calls of the same browser to the other node. */
  const elsewhere = (browser: ApiClient) =>
    apiClient(node.app, { host: browser.host, address: browser.address, cookies: browser.cookies });

  async function repeat(count: number, call: (at: number) => Promise<Reply<unknown>>): Promise<number[]> {
    const statuses = [];
    for (let at = 0; at < count; at += 1) statuses.push((await call(at)).status);
    return statuses;
  }

  const waitOf = (reply: Reply<unknown>) => Number(reply.headers['retry-after']);

  test('60 starts per minute and address, across all nodes', async () => {
    intoFreshWindow(minute);
    const browser = server.client();
    const other = elsewhere(browser);
    const statuses = await repeat(60, (at) => (at % 2 ? browser : other).send('POST', '/apply/start'));
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (const client of [browser, other]) {
      const refused = await client.send('POST', '/apply/start');
      expectError(refused, 'rate_limited');
      expect(waitOf(refused)).toBeLessThanOrEqual(60);
    }
    expectError(await browser.send('POST', '/apply/start/entity-key/main-street'), 'rate_limited');
    expect((await server.client().send('POST', '/apply/start')).status).toBe(200);
    server.clock.advance(minute);
    expect((await browser.send('POST', '/apply/start')).status).toBe(200);
  });

  test('10 wrong start keys per hour and address; correct keys do not count', async () => {
    intoFreshWindow(hour);
    const browser = server.client();
    const paths = ['/apply/start/1111-2222-3333-4444', '/apply/start/entity-key/unknown'];
    await repeat(5, () => browser.send('POST', '/apply/start/entity-key/main-street'));
    const statuses = await repeat(10, (at) => browser.send('POST', paths[at % 2] ?? ''));
    expect(new Set(statuses)).toEqual(new Set([404]));
    const refused = await browser.send('POST', '/apply/start/entity-key/main-street');
    expectError(refused, 'rate_limited');
    expect(waitOf(refused)).toBeGreaterThan(60);
    expect((await browser.send('POST', '/apply/start')).status).toBe(200);
    server.clock.advance(hour);
    expect((await browser.send('POST', paths[0] ?? '')).status).toBe(404);
  });

  test('of 40 wrong keys sent in parallel, only 10 are tried; correct keys leave the limit unchanged', async () => {
    intoFreshWindow(hour);
    const browser = server.client();
    const right = () => browser.send('POST', '/apply/start/entity-key/main-street');
    expect(new Set(await repeat(15, right))).toEqual(new Set([200]));
    const wrong = Array.from({ length: 40 }, (_, at) =>
      (at % 2 ? browser : elsewhere(browser)).send('POST', `/apply/start/1111-2222-3333-${4400 + at}`),
    );
    const statuses = (await Promise.all(wrong)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    expectError(await right(), 'rate_limited');
  });

  test('a correct key for another store than the requested one does not count', async () => {
    intoFreshWindow(hour);
    const browser = server.client();
    const path = '/apply/start/entity-key/main-street?storeId=99999999';
    const statuses = await repeat(12, () => browser.send('POST', path));
    expect(new Set(statuses)).toEqual(new Set([400]));
  });

  test('IPv6 addresses of one household count as one', async () => {
    intoFreshWindow(minute);
    const from = (address: string) => apiClient(server.app, { address }).send('POST', '/apply/start');
    await repeat(60, (at) => from(`2001:db8:7:7::${at.toString(16)}`));
    expectError(await from('2001:db8:7:7:ffff::1'), 'rate_limited');
    expect((await from('2001:db8:7:8::1')).status).toBe(200);
  });

  test('20 uploads and 10 submits per hour and session, successful or not', async () => {
    intoFreshWindow(hour);
    const browser = server.client();
    await browser.start();
    const { id } = await create(browser, {}, {});
    const form = () => upload({ applicationId: id, documentType: 'none' });
    const uploads = await repeat(20, () => browser.send('POST', '/document', { form: form() }));
    expect(new Set(uploads)).toEqual(new Set([400]));
    expectError(await browser.send('POST', '/document', { form: form() }), 'rate_limited');
    expectError(await browser.send('PUT', `/document/${id}`, { form: upload({}) }), 'rate_limited');
    const submits = await repeat(10, () => browser.send('POST', `/application/${id}/submit`));
    expect(new Set(submits)).toEqual(new Set([400]));
    expectError(await browser.send('POST', `/application/${id}/submit`), 'rate_limited');
    const other = server.client();
    await other.start();
    const { id: others } = await create(other, {}, {});
    expect((await other.send('POST', `/application/${others}/submit`)).status).toBe(400);
  });

  test('a submit repeated after a lost response is not limited', async () => {
    intoFreshWindow(hour);
    const browser = server.client();
    const { id } = await prepare(browser);
    const statuses = await repeat(12, () => submit(browser, id));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const missing = await repeat(11, () => submit(browser, '00000000-0000-7000-8000-000000000000'));
    expect(new Set(missing)).toEqual(new Set([404, 429]));
  });

  test.each([
    ['30 tries to resume on a device', '/resume/device', 30],
    ['60 calls to resume by email', '/resume/link', 60],
  ])('%s per hour and address, whatever they send', async (_what, path, max) => {
    intoFreshWindow(hour);
    const browser = server.client();
    const call = () => browser.send('POST', path, { json: {} });
    expect(new Set(await repeat(max, call))).toEqual(new Set([400]));
    const refused = await call();
    expectError(refused, 'rate_limited');
    expect(waitOf(refused)).toBeGreaterThan(60);
  });
});

test('LIMITS_FACTOR multiplies every limit, including the one on ordinary writes', async () => {
  const server = await startTestServer({ env: { LIMITS_FACTOR: '0.05' } });
  const browser = server.client();
  await browser.start();
  const { id } = await create(browser, {}, {});
  // The bucket leaks while the calls fill it, so on a slow machine a few more calls may succeed.
  let beats = 0;
  let beat = await browser.send('POST', '/apply/heartbeat');
  for (; beat.status === 204 && beats < 1_000; beats += 1)
    beat = await browser.send('POST', '/apply/heartbeat');
  expect(beats).toBeGreaterThanOrEqual(29);
  expectError(beat, 'rate_limited');
  expect((await browser.send('GET', `/application/${id}`)).status).toBe(200);
  // This route also needs a limit, because each call records which text was shown to whom (D31), and these records could fill the
  // disk.
  expectError(await browser.send('GET', '/agreement/esign'), 'rate_limited');
  const starts = server.client();
  server.clock.advance(minute - (server.clock.now().getTime() % minute));
  for (const status of [200, 200, 200, 429])
    expect((await starts.send('POST', '/apply/start')).status).toBe(status);
  await server.stop();
});
