import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Agreement } from '../../api/agreement.ts';
import type { Application } from '../../api/application.ts';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { apiClient } from '../../tests/support/api-client.ts';
import type { TestDatabase } from '../../tests/support/database.ts';
import { freshFolder, testStores } from '../../tests/support/database.ts';
import { expectError } from '../../tests/support/expect-error.ts';
import { rewriteConsent } from '../../tests/support/rewrite-answers.ts';
import { agree, prepare, submit } from '../../tests/support/sample-application.ts';
import { shippedVersion } from '../../tests/support/shipped-version.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { StartProblem } from '../start/start-problem.ts';

const shipped = fileURLToPath(new URL('../../programs', import.meta.url));

describe.each(await testStores())('the versions of texts on $name', ({ open }) => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    folder = join(await freshFolder(), 'programs');
    await cp(shipped, folder, { recursive: true });
  });

  async function start(): Promise<TestServer> {
    const server = await startTestServer({ database, env: { PROGRAMS_DIR: folder } });
    onTestFinished(server.stop);
    return server;
  }

  /** Returns the lines of the error if a start fails, or no lines if it succeeds. */
  function problems(): Promise<readonly string[]> {
    return start().then(
      () => [],
      (error: unknown) => (error instanceof StartProblem ? error.problems : Promise.reject(error)),
    );
  }

  async function edit(file: string, change: (text: string) => string): Promise<void> {
    const path = join(folder, file);
    await writeFile(path, change(await readFile(path, 'utf8')));
  }

  const renew = (file: string, version: string, more: string) =>
    edit(file, (text) => `${text.replace(/^version: .+$/m, `version: ${version}`)}\n\n${more}\n`);

  /** Returns a client for a restarted server, with the browser's cookies and session. */
  function before(server: TestServer, browser: ApiClient): ApiClient {
    const client = apiClient(server.app, { cookies: browser.cookies, address: browser.address });
    const headers = { 'x-web-session-id': browser.webSessionId };
    return { ...client, send: (method, path, call) => client.send(method, path, { headers, ...call }) };
  }

  test('are recorded once, each with everything needed to show it again', async () => {
    await start();
    await start();
    const texts = await database.db
      .selectFrom('agreement_text')
      .selectAll()
      .where('domain_key', '=', 'toro')
      .orderBy('agreement')
      .execute();
    expect(texts.map(({ agreement }) => agreement)).toEqual([
      'affiliates',
      'controlling-party',
      'esign',
      'guarantor',
      'share-information',
      'terms',
    ]);
    expect(texts[2]).toMatchObject({
      version: shippedVersion('esign'),
      title: expect.any(String),
      html: expect.stringContaining('Quillbrook Bank'),
      placeholders: { providerFullName: 'Quillbrook Bank' },
    });
  });

  test('prevent the start if a text has changed but kept its version; the error names each, and nothing is recorded', async () => {
    await start();
    await edit('exmark/agreements/terms.md', (text) => `${text}\n\nOne word more.\n`);
    await edit('default/agreements/affiliates.md', (text) => text.replace(/^title: .*$/m, 'title: Another'));
    await renew('default/agreements/esign.md', '2026-12-01', 'Not yet.');
    const lines = await problems();
    const shared = ['cub-cadet', 'default', 'demo', 'exmark', 'toro', 'yard-card'];
    expect(lines).toHaveLength(shared.length + 1);
    for (const line of lines)
      expect(line).toMatch(
        /^program [a-z-]+, agreement (terms|affiliates): .* version 2026-11-\d\d since \d{4}-\d\d-\d\d; give it a new version/,
      );
    expect(lines.filter((line) => line.startsWith('program exmark, agreement terms:'))).toHaveLength(1);
    const recorded = database.db.selectFrom('agreement_text').select('version').distinct();
    expect(await recorded.execute()).not.toContainEqual({ version: '2026-12-01' });
  });

  test('prevent the start if only a name in the texts has changed', async () => {
    await start();
    await edit('toro/program.json', (text) => text.replace('"name": "Toro"', '"name": "Torito"'));
    const lines = await problems();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^program toro, agreement /);
  });

  test('are recorded once by two nodes that start at the same time', async () => {
    await renew('default/agreements/guarantor.md', '2026-12-24', 'At once.');
    await Promise.all([start(), start()]);
    const rows = database.db
      .selectFrom('agreement_text')
      .select('domain_key')
      .where('version', '=', '2026-12-24');
    expect(await rows.execute()).toHaveLength(6);
  });

  test('cannot be changed in the database', async () => {
    await start();
    const changed = database.db.updateTable('agreement_text').set({ html: 'x' }).execute();
    await expect(changed).rejects.toThrow('append-only');
  });

  test('a new version must be agreed to, and the old one stays readable', async () => {
    const old = await start();
    const person = old.client();
    const { id } = await prepare(person);
    const { body: read } = await person.send<Agreement>('GET', '/agreement/terms');
    await old.stop();
    await renew(
      'default/agreements/terms.md',
      '2027-01-01\nolderValidUntil: 2026-11-23T00:00Z',
      'A fee more.',
    );
    const server = await start();
    const same = before(server, person);

    const { body: draft } = await same.send<Application>('GET', `/application/${id}`);
    const agreedTo = draft.consents.filter(({ agreed }) => agreed).map(({ agreement }) => agreement);
    expect(agreedTo).toEqual(['esign', 'guarantor', 'controlling-party']);
    expect(draft.disclosures).toMatchObject({ esign: true, terms: false, submit: false });
    expectError(await submit(same, id), 'agreement_unread');
    const stale = { json: { version: shippedVersion('terms'), agreed: true } };
    expectError(await same.send('PUT', `/application/${id}/consent/terms`, stale), 'agreement_unread');

    const today = await agree(same, id, 'terms');
    expect(today.version).toBe('2027-01-01');
    expect((await submit(same, id)).body).toMatchObject({ status: 'submitted' });

    const visitor = server.client();
    const [kept, picture] = await Promise.all([
      visitor.send('GET', read.pdfUrl),
      visitor.send('GET', read.pagesUrl.replace('{n}', '1')),
    ]);
    const unchanging = 'public, max-age=31536000, immutable';
    expect(kept).toMatchObject({
      status: 200,
      headers: {
        'cache-control': unchanging,
        'content-disposition': 'attachment; filename="demo-terms-2026-11-26.pdf"',
      },
    });
    expect(picture).toMatchObject({ status: 200, headers: { 'cache-control': unchanging } });
    const current = await visitor.send('GET', '/agreement/terms/pdf');
    expect(current.bytes.equals(kept.bytes)).toBe(false);
    // No text of the other program has this hash, so the response is that program's current text and must not be cached.
    const elsewhere = await server.client('exmark.localhost').send('GET', read.pdfUrl);
    expect(elsewhere.headers['cache-control']).toBe('no-store');
  });
});

test('a certification that would now look different must be read again', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const person = server.client();
  const { id } = await prepare(person);
  // Change the hash in the consent, as if a release had changed how the certified people are written.
  await rewriteConsent(server.services, id, 'controlling-party', { sha256: '0'.repeat(64) });
  expectError(await submit(person, id), 'agreement_unread');
});
