import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddressSuggestion } from '../../../api/address-suggestion.ts';
import type { FieldErrorBody } from '../../../api/error.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('POST /places completes city and ZIP of a half-typed address in the US', async () => {
  const browser = server.client();
  await browser.start();
  const suggest = (query: unknown) =>
    browser.send<{ places: readonly AddressSuggestion[] }>('POST', '/places', { json: { query } });
  const { status, body } = await suggest('8111 Lyndale Ave S Bloom');
  expect(status).toBe(200);
  expect(body.places).toContainEqual({
    id: expect.any(String),
    label: expect.stringMatching(/^Bloomington, MN 554\d\d$/),
    addressLine: '8111 Lyndale Ave S',
    addressCity: 'Bloomington',
    addressState: 'MN',
    addressPostalCode: expect.stringMatching(/^554\d\d$/),
  });
  expect((await suggest('100 Queen St W Toronto ON')).body).toEqual({ places: [] });
});

test('POST /places takes the state already chosen and a nearby ZIP, and lists their cities first', async () => {
  const browser = server.client();
  await browser.start();
  const first = async (around: Readonly<Record<string, unknown>>) => {
    const json = { query: '100 Main St Portland', ...around };
    const { body } = await browser.send<{ places: readonly AddressSuggestion[] }>('POST', '/places', {
      json,
    });
    return body.places[0]?.addressState;
  };
  expect(await first({})).toBe('OR');
  expect(await first({ state: 'TX' })).toBe('TX');
  expect(await first({ near: '05401' })).toBe('ME');
});

const less = (max: number) => ({ rule: 'maxLength', message: `Must be less than ${max} characters` });
const invalid = { rule: 'invalid', message: 'Invalid Field' };

test.each<[string, unknown, Pick<FieldErrorBody, 'rule' | 'message'>]>([
  ['query', 5, invalid],
  ['query', null, invalid],
  ['query', 'x'.repeat(201), less(200)],
  ['state', 'Texas', less(2)],
  ['near', 5401, invalid],
  ['near', '05401-1234', less(5)],
])('POST /places refuses %s %j and says why', async (field, value, why) => {
  const browser = server.client();
  await browser.start();
  const json = { query: '1 Oak St', [field]: value };
  expectError(await browser.send('POST', '/places', { json }), 'validation_failed', [{ field, ...why }]);
});

test('POST /places refuses a field that it does not know', async () => {
  const browser = server.client();
  await browser.start();
  const json = { query: '1 Oak St', city: 'Portland' };
  expectError(await browser.send('POST', '/places', { json }), 'invalid_request');
});

test('POST /places suggests nothing without a session', async () => {
  const reply = await server.client().send('POST', '/places', { json: { query: '1 Oak St Austin' } });
  expectError(reply, 'session_invalid');
});
