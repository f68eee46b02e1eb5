import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Place } from '../../api/place.ts';
import { expectProblem } from '../../tests/expect-problem.ts';
import type { TestServer } from '../../tests/test-server.ts';
import { startTestServer } from '../../tests/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('POST /places completes a begun address within the US', async () => {
  const browser = server.client();
  await browser.start();
  const suggest = (query: unknown) =>
    browser.send<{ places: readonly Place[] }>('POST', '/places', { json: { query } });
  const { status, body } = await suggest('8111 Lyndale Ave S Bloom');
  expect(status).toBe(200);
  expect(body.places).toContainEqual({
    id: expect.any(String),
    label: expect.stringContaining('8111 Lyndale Ave S'),
    addressLine: '8111 Lyndale Ave S',
    addressCity: 'Bloomington',
    addressState: 'MN',
    addressPostalCode: expect.stringMatching(/^554\d\d$/),
  });
  expect((await suggest('100 Queen St W Toronto ON')).body).toEqual({ places: [] });
  expectProblem(await suggest('x'.repeat(201)), 'invalid_request');
});

test('POST /places answers nobody without a session', async () => {
  const reply = await server.client().send('POST', '/places', { json: { query: '1 Oak St Austin' } });
  expectProblem(reply, 'session_invalid');
});
