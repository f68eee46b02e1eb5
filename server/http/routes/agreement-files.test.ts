import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Agreement } from '../../../api/agreement.ts';
import type { ApiClient, Reply } from '../../../tests/support/api-client.ts';
import { expectError } from '../../../tests/support/expect-error.ts';
import { pageTexts } from '../../../tests/support/pdf-text.ts';
import { addPerson, applicant, create } from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';

let server: TestServer;
let browser: ApiClient;
let visitor: ApiClient;
let terms: Agreement;
beforeAll(async () => {
  server = await startTestServer();
  visitor = server.client();
  browser = server.client();
  await browser.start();
  terms = (await browser.send<Agreement>('GET', '/agreement/terms')).body;
});
afterAll(() => server.stop());

function page(number: number | string, accept?: string, version = terms.sha256): Promise<Reply<unknown>> {
  const url = terms.pagesUrl.replace('{n}', String(number)).replace(terms.sha256, version);
  return visitor.send('GET', url, accept === undefined ? {} : { headers: { accept } });
}

describe('the pages of an agreement', () => {
  test.each([
    [undefined, 'png'],
    ['image/avif,image/webp,*/*;q=0.8', 'webp'],
    ['image/*', 'png'],
    ['image/png, image/webp;q=0', 'png'],
    ['image/webp;q=0.9', 'webp'],
  ])('to a browser that accepts %s are %s, each as large as the first', async (accept, format) => {
    const reply = await page(1, accept);
    expect(reply).toMatchObject({
      status: 200,
      headers: {
        'content-type': `image/${format}`,
        vary: 'Accept',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
      setCookies: [],
    });
    expect(await sharp(reply.bytes).metadata()).toMatchObject({ format, width: 1240, height: 1605 });
  });

  test('are as many as the agreement reports', async () => {
    expect(terms.pages).toBeGreaterThan(1);
    expect((await page(terms.pages)).status).toBe(200);
    for (const none of [terms.pages + 1, 0, '01', '1.0', '-1', 'x', '99999'])
      expectError(await page(none), 'resource_not_found');
  });
});

describe('the PDF of an agreement', () => {
  test('reports its size in the response to HEAD', async () => {
    const reply = await visitor.send('HEAD', terms.pdfUrl);
    const whole = await visitor.send('GET', terms.pdfUrl);
    expect(reply.status).toBe(200);
    expect(reply.bytes).toHaveLength(0);
    expect(Number(reply.headers['content-length'])).toBe(whole.bytes.length);
  });

  test('is a download with as many pages as pictures', async () => {
    const reply = await visitor.send('GET', terms.pdfUrl);
    expect(reply).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="demo-terms-2026-11-26.pdf"',
        'cache-control': 'public, max-age=31536000, immutable',
      },
    });
    const pages = await pageTexts(reply.bytes);
    expect(pages).toHaveLength(terms.pages);
    expect(pages[0]).toContain(terms.title);
  });

  test('has the text of the program of the host', async () => {
    const elsewhere = await server.client('exmark.localhost').send('GET', '/agreement/terms/pdf');
    expect(elsewhere.bytes.equals((await visitor.send('GET', terms.pdfUrl)).bytes)).toBe(false);
  });

  test('of a certification is the same for everyone, and may be cached', async () => {
    const { id } = await create(browser);
    await addPerson(browser, id, 'applicant', applicant);
    const { body } = await browser.send<Agreement>('GET', '/agreement/controlling-party');
    expect(body.html).toContain(applicant.fullName);
    expect(body.pdfUrl).not.toContain(body.sha256);
    const [own, shared] = [await browser.send('GET', body.pdfUrl), await visitor.send('GET', body.pdfUrl)];
    expect(own.headers['cache-control']).toContain('immutable');
    expect(own.bytes.equals(shared.bytes)).toBe(true);
  });
});

test('an address of another layout has the same text, and may not be cached', async () => {
  const [hash, edition] = (new URL(terms.pdfUrl, 'http://localhost').searchParams.get('v') ?? '').split('.');
  expect([hash, edition]).toEqual([terms.sha256, expect.stringMatching(/^\d+$/)]);
  for (const other of [`${hash}`, `${hash}.1`, `${hash}.${Number(edition) + 1}`]) {
    const { bytes, headers } = await visitor.send('GET', `/agreement/terms/pdf?v=${other}`);
    expect(headers['cache-control']).toBe('no-store');
    expect(bytes.equals((await visitor.send('GET', terms.pdfUrl)).bytes)).toBe(true);
  }
});

test.each(['', '?v=', '?v=0', '?v=a&v=b'])('an address with %j may not be cached', async (query) => {
  for (const path of ['/agreement/terms/page/1', '/agreement/terms/pdf']) {
    const { status, headers } = await visitor.send('GET', `${path}${query}`);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
  }
});

test.each(['share-information', 'TERMS', 'toString'])('there are no files of %s', async (name) => {
  expectError(await visitor.send('GET', `/agreement/${name}/pdf`), 'resource_not_found');
  expectError(await visitor.send('GET', `/agreement/${name}/page/1`), 'resource_not_found');
});

test('opening pages or the PDF does not count as opening the agreement; opening the text does', async () => {
  const reader = server.client();
  await reader.start();
  const { id } = await create(reader);
  const agree = () =>
    reader.send('PUT', `/application/${id}/consent/terms`, {
      json: { version: terms.version, agreed: true },
    });
  await reader.send('GET', terms.pdfUrl);
  await reader.send('GET', terms.pagesUrl.replace('{n}', '1'));
  expectError(await agree(), 'agreement_unread');
  await reader.send('GET', '/agreement/terms');
  expect((await agree()).status).toBe(200);
});

test('a text can be read in full even if its pages and PDF cannot be made', async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const other = await startTestServer({ log, ownHeavyWork: true });
  onTestFinished(other.stop);
  await other.services.agreementPrinter.close();
  const reader = other.client();
  await reader.start();
  const { status, body } = await reader.send<Agreement>('GET', '/agreement/esign');
  expect([status, body.pages, body.html]).toEqual([200, 0, expect.stringContaining('SAMPLE TEXT')]);
  expectError(await reader.send('GET', body.pdfUrl), 'unavailable');
  expect(lines.join('')).toContain('an agreement cannot be printed');
});
