import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Application } from '../../../api/application.ts';
import type { Document } from '../../../api/document.ts';
import { en } from '../../../copy/en/en.ts';
import type { DocumentError } from '../../../form/limits/document-limits.ts';
import type { ApiClient, Reply } from '../../../tests/support/api-client.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import { pdfWithoutFont } from '../../../tests/support/pdf.ts';
import {
  addDocument,
  create,
  keptSamplePdf,
  samplePdf,
  upload,
} from '../../../tests/support/sample-application.ts';
import { startClamd } from '../../../tests/support/stand-in-clamd.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { LIMITS_FACTOR: '100' } });
});
afterAll(() => server.stop());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const megabyte = 1_048_576;

async function begun(): Promise<{ browser: ApiClient; id: string }> {
  const browser = server.client();
  await browser.start();
  return { browser, id: (await create(browser, {}, {})).id };
}

function send(browser: ApiClient, form: FormData): Promise<Reply<Document>> {
  return browser.send<Document>('POST', '/document', { form });
}

function raw(browser: ApiClient, body: string | Buffer, boundary = 'b'): Promise<Reply<unknown>> {
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return browser.send('POST', '/document', { raw: body, headers });
}

/** Returns a valid PDF of exactly this many bytes. Fills up with line feeds, which may follow a PDF. */
function pdfOf(size: number): Buffer {
  return Buffer.concat([samplePdf, Buffer.alloc(size - samplePdf.length, '\n')]);
}

const wrong = (rule: string, message: string, reason?: string) => [
  { field: 'document', rule, message, ...(reason !== undefined && { reason }) },
];

describe('POST /document', () => {
  test('stores a document sealed and returns it as an attachment to its own session', async () => {
    const { browser, id } = await begun();
    const { status, body } = await send(
      browser,
      upload(
        { id: '', applicationId: id, documentType: 'proof_of_entity' },
        { name: 'Zoë’s paper.pdf', bytes: samplePdf },
      ),
    );
    expect(status).toBe(201);
    const kept = await keptSamplePdf();
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      applicationId: id,
      documentType: 'proof_of_entity',
      fileName: 'Zoë’s paper.pdf',
      contentType: 'application/pdf',
      size: kept.length,
      createDateTime: expect.any(String),
    });
    const opened = await browser.send('GET', `/document/${body.id}?session=${browser.webSessionId}`);
    expect(opened.bytes.equals(kept)).toBe(true);
    expect(opened.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Zo__s paper.pdf"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20paper.pdf`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const { content } = await server.database.db
      .selectFrom('document')
      .select('content')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(kept.includes('/XObject')).toBe(true);
    expect(content?.includes('/XObject')).toBe(false);
  });

  test('decides by the content, not by the name or declared type', async () => {
    const { browser, id } = await begun();
    const { body } = await send(
      browser,
      upload(
        { applicationId: id, documentType: 'proof_of_entity' },
        { name: 'lie.pdf', type: 'application/pdf', bytes: png },
      ),
    );
    expect(body).toMatchObject({ contentType: 'image/png', fileName: 'lie.png' });
  });

  test.each([
    ['../../etc/passwd.pdf', 'passwd.pdf', `filename="passwd.pdf"; filename*=UTF-8''passwd.pdf`],
    ['double.pdf.exe', 'double.pdf', `filename="double.pdf"; filename*=UTF-8''double.pdf`],
    [
      'my "best"\r\n%2F(1)*’s.hta',
      'my _best__2F(1)_’s.pdf',
      `filename="my _best__2F(1)__s.pdf"; filename*=UTF-8''my%20_best__2F%281%29_%E2%80%99s.pdf`,
    ],
  ])('serves a document that was named %j as %j', async (name, fileName, served) => {
    const { browser, id } = await begun();
    const form = upload({ applicationId: id, documentType: 'proof_of_entity' }, { name, bytes: samplePdf });
    const { body } = await send(browser, form);
    expect(body.fileName).toBe(fileName);
    const opened = await browser.send('GET', `/document/${body.id}?session=${browser.webSessionId}`);
    expect(opened.headers['content-disposition']).toBe(`attachment; ${served}`);
    const read = await browser.send<Application>('GET', `/application/${id}`);
    expect(read.body.documents).toEqual([body]);
  });

  test('accepts 10 MiB and not a byte more', async () => {
    const { browser, id } = await begun();
    const fields = { applicationId: id, documentType: 'proof_of_entity' };
    const fits = await send(browser, upload(fields, { bytes: pdfOf(10 * megabyte) }));
    expect([fits.status, fits.body.size]).toEqual([201, (await keptSamplePdf()).length]);
    expectError(
      await send(browser, upload(fields, { bytes: pdfOf(10 * megabyte + 1) })),
      'payload_too_large',
    );
  });

  test.each<[string, string, Buffer, DocumentError]>([
    ['an empty file', 'empty.pdf', Buffer.alloc(0), 'empty'],
    ['a text', 'articles.txt', Buffer.from('hello'), 'unknown_type'],
    ['a file without an extension', 'articles', Buffer.from('hello'), 'unknown_type'],
    ['a program that is named as a PDF', 'fake.PDF', Buffer.from('MZ'), 'broken_pdf'],
    ['a text that is named as a picture', 'fake.jpeg', Buffer.from('hello'), 'broken_image'],
    ['a page that is named as a picture', 'fake.png', Buffer.from('<!doctype html>'), 'broken_image'],
    ['a page whose letters need a missing font', 'articles.pdf', pdfWithoutFont, 'missing_fonts'],
  ])('refuses %s with the reason', async (_, name, bytes, reason) => {
    const { browser, id } = await begun();
    const form = upload({ applicationId: id, documentType: 'proof_of_entity' }, { name, bytes });
    const errors = wrong('invalid', en.documentErrors[reason], reason);
    expectError(await send(browser, form), 'validation_failed', errors);
  });

  test('refuses a missing file with the spec’s message', async () => {
    const { browser, id } = await begun();
    const form = upload({ applicationId: id, documentType: 'proof_of_entity' }, null);
    expectError(
      await send(browser, form),
      'validation_failed',
      wrong('fileRequired', 'Document is required to continue'),
    );
  });

  test.each([null, '', 'proof', 'Proof_of_entity'])('refuses the type %j', async (documentType) => {
    const { browser, id } = await begun();
    expectError(await send(browser, upload({ applicationId: id, documentType })), 'validation_failed', [
      { field: 'documentType', rule: 'invalid', message: 'Invalid Field' },
    ]);
  });

  test.each([
    { id: '01a1fbac-73ad-7000-88d5-cec578f87e3d' },
    { status: 'submitted' },
    { createDateTime: '2020-01-01T00:00:00Z' },
    { fileName: 'x.pdf' },
  ])('refuses the field %j', async (more) => {
    const { browser, id } = await begun();
    const form = upload({ applicationId: id, documentType: 'proof_of_entity' });
    for (const [key, value] of Object.entries(more)) form.append(key, value);
    expectError(await send(browser, form), 'invalid_request');
  });

  test('refuses a second file, of another name or of the same', async () => {
    const { browser, id } = await begun();
    for (const name of ['other', 'document']) {
      const form = upload({ applicationId: id, documentType: 'proof_of_entity' });
      form.append(name, new File([new Uint8Array(samplePdf)], 'x.pdf'));
      expectError(await send(browser, form), 'invalid_request');
    }
  });

  test.each([null, '', 'x', '01a1fbac-73ad-7000-88d5-cec578f87e3d'])(
    'does not find the application %j',
    async (applicationId) => {
      const { browser } = await begun();
      const form = upload({ applicationId, documentType: 'proof_of_entity' });
      expectError(await send(browser, form), 'resource_not_found');
    },
  );

  test('refuses a sixth document, and accepts another once one is removed', async () => {
    const { browser, id } = await begun();
    const documents = [];
    for (let count = 0; count < 5; count += 1) documents.push(await addDocument(browser, id));
    const form = () => upload({ applicationId: id, documentType: 'proof_of_entity' });
    expectError(await send(browser, form()), 'conflict');
    await browser.send('DELETE', `/document/${documents[0]?.id}`);
    expect((await send(browser, form())).status).toBe(201);
  });

  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  test.each([
    ['cut off in a part', '--b\r\nContent-Disposition: form-data; name="document"; filename="x"\r\n\r\n%PDF'],
    ['cut off in a head', '--b\r\nContent-Disposition: form'],
    ['without the boundary', 'nothing of the kind'],
    ['with a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n'],
    ['with the field __proto__', `${part('__proto__', 'x')}--b--\r\n`],
    ['with the field toString', `${part('toString', 'x')}--b--\r\n`],
    [
      'with fields without end',
      `${Array.from({ length: 50 }, (_, at) => part(`f${at}`, 'x')).join('')}--b--\r\n`,
    ],
    [
      'with JSON that is none',
      `${part('id', '{').replace('\r\n\r\n', '\r\nContent-Type: application/json\r\n\r\n')}--b--\r\n`,
    ],
    ['that is empty', ''],
    ['of no parts', '--b--\r\n'],
  ])('refuses a body %s', async (_, body) => {
    const { browser } = await begun();
    const reply = await raw(browser, body);
    expect([400, 404]).toContain(reply.status);
    expectError(reply, reply.status === 404 ? 'resource_not_found' : 'invalid_request');
  });

  test('refuses an invalid boundary', async () => {
    const { browser } = await begun();
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary="',
    ])
      expectError(
        await browser.send('POST', '/document', { raw: '--b--\r\n', headers: { 'content-type': type } }),
        'invalid_request',
      );
  });
});

describe('PUT /document/{id}', () => {
  test('replaces the file and keeps the document’s id', async () => {
    const { browser, id } = await begun();
    const document = await addDocument(browser, id);
    const path = `/document/${document.id}`;
    const form = upload({}, { name: 'photo', type: 'application/pdf', bytes: png });
    const reply = await browser.send<Document>('PUT', path, { form });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      ...document,
      fileName: 'photo.png',
      contentType: 'image/png',
      size: reply.body.size,
    });
    const opened = await browser.send('GET', `${path}?session=${browser.webSessionId}`);
    expect(opened.headers['content-type']).toBe('image/png');
    expect(opened.bytes.length).toBe(reply.body.size);
    const { body } = await browser.send<Application>('GET', `/application/${id}`);
    expect(body.documents).toEqual([reply.body]);
  });

  test('refuses other fields and a missing file, and keeps the document as it was', async () => {
    const { browser, id } = await begun();
    const document = await addDocument(browser, id);
    const path = `/document/${document.id}`;
    for (const key of ['id', 'applicationId', 'documentType', 'status'])
      expectError(await browser.send('PUT', path, { form: upload({ [key]: 'x' }) }), 'invalid_request');
    expectError(
      await browser.send('PUT', path, { form: upload({}, null) }),
      'validation_failed',
      wrong('fileRequired', 'Document is required to continue'),
    );
    const { body } = await browser.send<Application>('GET', `/application/${id}`);
    expect(body.documents).toEqual([document]);
  });
});

test('DELETE /document/{id} removes a document once', async () => {
  const { browser, id } = await begun();
  const document = await addDocument(browser, id);
  const path = `/document/${document.id}`;
  expectError(await browser.send('DELETE', path, { json: {} }), 'invalid_request');
  expect((await browser.send('DELETE', path)).status).toBe(204);
  expectError(await browser.send('DELETE', path), 'resource_not_found');
  const query = `?session=${browser.webSessionId}`;
  expectError(await browser.send('GET', `${path}${query}`), 'resource_not_found');
});

test('GET /document/{id} accepts the session from the query only', async () => {
  const { browser, id } = await begun();
  const document = await addDocument(browser, id);
  expectError(await browser.send('GET', `/document/${document.id}`), 'session_invalid');
  const twice = `session=${browser.webSessionId}&session=${browser.webSessionId}`;
  expectError(await browser.send('GET', `/document/${document.id}?${twice}`), 'session_invalid');
});

test('while the virus scanner is unavailable, nothing is kept and no attempt counts; once it is back, it decides (X12)', async () => {
  const clamd = await startClamd();
  onTestFinished(clamd.stop);
  const scanned = await startTestServer({ env: { CLAMD_URL: clamd.url, LIMITS_FACTOR: '0.1' } });
  onTestFinished(scanned.stop);
  const browser = scanned.client();
  await browser.start();
  const { id } = await create(browser, {}, {});
  const form = () => upload({ applicationId: id, documentType: 'proof_of_entity' });
  const documents = async () =>
    (await browser.send<Application>('GET', `/application/${id}`)).body.documents?.length;
  clamd.verdict = 'silent';
  for (let tries = 0; tries < 3; tries += 1) {
    const away = await send(browser, form());
    expectError(away, 'unavailable');
    expect(away.headers['retry-after']).toBe('30');
    expect(away.body).toMatchObject({ detail: en.documentErrors.failed });
  }
  clamd.verdict = 'infected';
  const { infected } = en.documentErrors;
  expectError(await send(browser, form()), 'validation_failed', wrong('invalid', infected, 'infected'));
  expect(await documents()).toBe(0);
  clamd.verdict = 'clean';
  expect((await send(browser, form())).status).toBe(201);
  expectError(await send(browser, form()), 'rate_limited');
  expect(await documents()).toBe(1);
});
