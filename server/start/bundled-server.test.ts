import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Agreement } from '../../api/agreement.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { install } from '../../tests/support/installation.ts';
import { expected, prepareWhole, submit } from '../../tests/support/sample-application.ts';

/** The other tests run the sources. A bundle has its own processes, files and fonts to find, or it fails only here. */
test('the server that npm start bundles serves a whole application', { timeout: 240_000 }, async () => {
  const { server, folder, remove } = await install('embedded');
  onTestFinished(remove);
  await server.start();
  const page = await fetch(server.origin);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('permissions-policy')).toContain('camera=(),geolocation=(),microphone=()');

  const client = httpClient(server.origin);
  const { id, document } = await prepareWhole(client);
  expect(document.contentType).toBe('application/pdf');
  const terms = expected(200, await client.send<Agreement>('GET', '/agreement/terms'));
  const files = ['/agreement/terms/pdf', terms.pagesUrl.replace('/api/v1', '').replace('{n}', '1')];
  for (const file of files) expect((await client.send('GET', file)).status, file).toBe(200);

  const { status, referenceNumber } = expected(200, await submit(client, id));
  expect(status).toBe('submitted');
  const filesIn = (name: string) => readdir(join(folder, 'data', name)).catch(() => []);
  await expect.poll(() => filesIn('mail')).toHaveLength(1);

  // A server that ended a printing thread as it was ending by itself broke down at the first to fourth export.
  const pid = server.pid();
  const out = join(folder, 'evidence.pdf');
  const wanted = ['--reference', referenceNumber ?? '', '--reason', 'a check', '--out', out, '--force'];
  for (let round = 0; round < 5; round += 1)
    await promisify(execFile)(
      process.execPath,
      ['server/operator/main.ts', 'applications', 'export', '--format', 'evidence-pdf', ...wanted],
      { env: { ...process.env, DATA_DIR: join(folder, 'data') } },
    );
  expect((await readFile(out)).subarray(0, 5).toString()).toBe('%PDF-');
  expect([server.isRunning(), server.pid()]).toEqual([true, pid]);

  server.signal('SIGTERM');
  expect(await server.ended()).toBe(0);
});
