import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Agreement } from '../../api/agreement.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { install } from '../../tests/support/installation.ts';
import { expected, prepareWhole, submit } from '../../tests/support/sample-application.ts';

/** The other tests run the sources. A bundle has its own threads, files and fonts to find, or it fails only here. */
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

  expect(expected(200, await submit(client, id)).status).toBe('submitted');
  const filesIn = (name: string) => readdir(join(folder, 'data', name)).catch(() => []);
  await expect.poll(() => filesIn('mail')).toHaveLength(1);
  server.signal('SIGTERM');
  expect(await server.ended()).toBe(0);
});
