/** Tests that compressed responses contain no applicant's data (`docs/decisions/compression.md`). */
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agreement } from '../../api/agreement.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { Ids } from '../support/every-call.ts';
import { everyCall, sendCall } from '../support/every-call.ts';
import { addDocument, addPerson, applicant, create, owner } from '../support/sample-application.ts';
import type { TestServer } from '../support/test-server.ts';
import { startTestServer } from '../support/test-server.ts';

const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };

let server: TestServer;
let browser: ApiClient;
let ids: Ids;
beforeAll(async () => {
  server = await startTestServer();
  browser = server.client();
  await browser.start();
  const { id } = await create(browser);
  const person = await addPerson(browser, id, 'applicant', applicant);
  await addPerson(browser, id, 'owner', owner);
  const document = await addDocument(browser, id);
  ids = { application: id, person: person.id, document: document.id };
});
afterAll(() => server.stop());

const readAgreement = (agreement: string) =>
  browser.send<Agreement>('GET', `/agreement/${agreement}`, { headers });

test.each(['esign', 'terms', 'guarantor'])(
  '%s is the same for all clients, and is compressed',
  async (agreement) => {
    const plain = await browser.send<Agreement>('GET', `/agreement/${agreement}`);
    const { headers: sent, body, bytes } = await readAgreement(agreement);
    expect(sent).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.length),
    });
    expect(brotliDecompressSync(bytes).equals(plain.bytes)).toBe(true);
    expect(body).toEqual(plain.body);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
  },
);

test('the agreement that names people is not compressed', async () => {
  const { headers: sent, body } = await readAgreement('controlling-party');
  expect(body.html).toContain(owner.fullName);
  expect(sent['content-encoding']).toBeUndefined();
});

test('only the call that reads an agreement compresses its response', async () => {
  const compressed: string[] = [];
  for (const call of everyCall) {
    const { headers: sent } = await sendCall(browser, call, ids, { headers });
    if (sent['content-encoding'] !== undefined) compressed.push(`${call.method} ${call.route}`);
  }
  expect(compressed).toEqual(['GET /agreement/{agreement}']);
});

test('the API description is the same for all clients, and is compressed', async () => {
  const plain = await server.app.inject('/openapi.json');
  const { headers: sent, rawPayload } = await server.app.inject({ url: '/openapi.json', headers });
  expect(sent).toMatchObject({ 'content-encoding': 'br', 'content-type': plain.headers['content-type'] });
  expect(brotliDecompressSync(rawPayload).equals(plain.rawPayload)).toBe(true);
});
