import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import type { Ids } from '../support/every-call.ts';
import { everyCall, titled } from '../support/every-call.ts';
import { expectError } from '../support/expect-error.ts';
import { someOf } from '../support/rounds.ts';
import { addDocument, addPerson, create } from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

/**
 * Tests that the server refuses a body with a field that does not exist, or that only the server may set. The server must not
 * silently ignore such a field (X9).
 */

const serverFields = {
  id: '01a1fbac-73ad-7000-88d5-cec578f87e3d',
  status: 'approved',
  sessionId: '01a1fbac-73ad-7000-88d5-cec578f87e3d',
  session_id: '01a1fbac-73ad-7000-88d5-cec578f87e3d',
  domainKey: 'toro',
  storeId: '99999999',
  providerId: 'other',
  createDateTime: '2020-01-01T00:00:00.000Z',
  updateDateTime: '2020-01-01T00:00:00.000Z',
  createUserId: 'root',
  submittedDateTime: '2020-01-01T00:00:00.000Z',
  referenceNumber: 'AAAA-0000-0000',
  version: 99,
  answers: {},
  sealed: {},
  dataKey: {},
  consents: [],
  personnel: [],
  documents: [],
  esign: true,
  terms: true,
  submit: true,
  taxIdLast4: '0000',
  ssnLast4: '0000',
  fileName: 'x.pdf',
  contentType: 'text/html',
  size: 1,
  sha256: '0'.repeat(64),
  agreedDateTime: '2020-01-01T00:00:00.000Z',
  guarantorRequired: false,
  auditHash: '0',
  unknown: true,
  constructor: 1,
  '': 1,
};

let server: TestServer;
let browser: ApiClient;
let ids: Ids;

beforeAll(async () => {
  server = await startTestServer({ env: { LIMITS_FACTOR: '1000' } });
  browser = server.client();
  await browser.start();
  const { id } = await create(browser);
  const person = await addPerson(browser, id, 'applicant', { fullName: 'Zoë' });
  const document = await addDocument(browser, id);
  ids = { application: id, person: person.id, document: document.id };
});
afterAll(() => server.stop());

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns a variant of the body for each object in the body, with the field added to that object. Skips objects that already have
 * a field of that name.
 */
function variants(body: Record<string, unknown>, field: string, value: unknown): Record<string, unknown>[] {
  const nested = Object.entries(body).flatMap(([key, inner]) =>
    isObject(inner) ? variants(inner, field, value).map((variant) => ({ ...body, [key]: variant })) : [],
  );
  return Object.hasOwn(body, field) ? nested : [{ ...body, [field]: value }, ...nested];
}

const sent = titled(everyCall.filter(({ method }) => method !== 'GET')).flatMap(([title, call]) =>
  Object.entries(serverFields).map(([field, value]) => [title, field, value, call] as const),
);

test.each(someOf(sent))('%s refuses %s', async (_title, field, value, call) => {
  const client = call.route === '/application' ? server.client() : browser;
  if (client !== browser) await client.start();
  const body = call.body?.(ids) ?? {};
  const path = call.path(ids, browser.webSessionId);
  if (body.form) {
    if (call.route === '/document' && field === 'id') return;
    body.form.append(field, String(value));
    expectError(await client.send(call.method, path, { form: body.form }), 'invalid_request');
    return;
  }
  const all = { ...(isObject(body.json) ? body.json : {}), ...filled(call.route) };
  for (const json of variants(all, field, value))
    expectError(await client.send(call.method, path, { json }), 'invalid_request');
});

/** Returns a body with every nested object that the call allows, so that the test can add the field to each of them. */
function filled(route: string): Record<string, unknown> {
  if (route === '/application') return { applicationData: {}, disclosures: {} };
  if (route === '/application/{id}') return { applicationData: {}, disclosures: {}, sections: {} };
  return {};
}

test('the refused fields did not change the application', async () => {
  const { body } = await browser.send('GET', `/application/${ids.application}`);
  expect(body).toMatchObject({ status: 'draft', storeId: '10000002', submittedDateTime: null });
});
