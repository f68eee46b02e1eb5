import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressFiles } from '../../scripts/build.ts';
import { removeFolder } from '../../tests/support/folders.ts';
import type { TestServer } from '../../tests/support/test-server.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { serveAssets } from './asset-files.ts';
import { storedAssets } from './stored-assets.ts';

const script = 'export const greeting = "Swipe or tap to get started";\n'.repeat(50);
const style = 'a{color:red}';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assets-'));
  await writeFile(join(folder, 'page-1.js'), script);
  await writeFile(join(folder, 'small-1.css'), style);
  compressFiles(folder);
  server = await startTestServer({
    page: (app, services) => serveAssets(app, folder, (files) => storedAssets(app, services, files)),
  });
});
afterAll(async () => {
  await server.stop();
  await removeFolder(folder);
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  server.app.inject({ url: `/assets/${path}`, headers: { host: 'demo.localhost', ...headers } });

describe('a file of the page', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is sent as %s and may be cached forever', async (coding, decompress) => {
    const { statusCode, headers, rawPayload } = await get('page-1.js', { 'accept-encoding': coding });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': coding,
      'content-length': String(rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(rawPayload.length).toBeLessThan(script.length / 2);
    expect(decompress(rawPayload).toString()).toBe(script);
  });

  test('is sent uncompressed if the client accepts nothing else, or if it is too small', async () => {
    const plain = await get('page-1.js');
    expect([plain.body, plain.headers['content-encoding']]).toEqual([script, undefined]);
    const small = await get('small-1.css', { 'accept-encoding': 'br' });
    expect([small.body, small.headers['content-encoding']]).toEqual([style, undefined]);
  });

  test('has another ETag in each coding, and is not sent again to a client that has it', async () => {
    const etags = new Set<unknown>();
    for (const coding of ['br', 'gzip', 'identity']) {
      const accepted = { 'accept-encoding': coding };
      const { etag = '' } = (await get('page-1.js', accepted)).headers;
      etags.add(etag);
      for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get('page-1.js', { ...accepted, 'if-none-match': held });
        expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag]);
        expect(again.headers['vary']).toBe('accept-encoding');
      }
    }
    expect(etags.size).toBe(3);
    const other = await get('page-1.js', { 'accept-encoding': 'br', 'if-none-match': '"other"' });
    expect(other.statusCode).toBe(200);
  });

  test.each([
    ['nothing.js', 404],
    ['', 404],
    ['page-1.js.br', 404],
    ['..%2f..%2fpackage.json', 404],
    ['page-1.js%2f', 404],
    ['__proto__', 404],
    ['%00', 400],
    ['page-1.js%00', 400],
    ['%zz', 400],
  ])('is not found under other paths: %s', async (path, status) => {
    const { statusCode, headers } = await get(path);
    expect([statusCode, headers['content-type']]).toEqual([status, 'application/problem+json']);
    expect(headers['cache-control']).toBeUndefined();
  });
});

test('a folder with a file of an unknown type is refused', async () => {
  const other = await mkdtemp(join(tmpdir(), 'assets-'));
  await writeFile(join(other, 'letter.bin'), '');
  await expect(serveAssets(server.app, other)).rejects.toThrow('letter.bin');
  await removeFolder(other);
});
