/** Tests the number of bytes on the wire, including headers, and the number of requests. The browser counts both (P1). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { smallestCompressed } from '../../server/http/encoded-body.ts';
import { compressedExtensions } from '../../server/page/asset-files.ts';
import { assetFolderOf, builtPage } from '../../server/page/assets.ts';
import { bytesOf, loadsDuring, mostBytes } from '../support/browser/count-loads.ts';
import { setUp } from '../support/browser/set-up.ts';
import { begin } from '../support/browser/steps.ts';

/** The header `accept-encoding` that Chromium sends to the page's server. */
const acceptedByBrowsers = 'gzip, deflate, br, zstd';

const { server, testAlone: test } = await setUp();

test('the first screen, and the screens up to the business, stay within their limits of bytes and requests', async ({
  applicant,
}) => {
  const all = await loadsDuring(applicant.page, () => begin(applicant, server.at('demo')));
  const documents = all.filter(({ type }) => type === 'Document');
  const named = all.filter(({ type, isNamed }) => isNamed && type !== 'Document');
  expect(documents).toHaveLength(1);
  expect(all.filter(({ bytes }) => bytes === 0)).toEqual([]);
  // The document paints the first screen without any other file.
  expect(named).toEqual([]);
  expect(bytesOf(documents)).toBeLessThanOrEqual(mostBytes.toFirstScreen);
  expect(bytesOf(all)).toBeLessThanOrEqual(mostBytes.toBusiness);
});

test('every compressible file of the page is compressed', async () => {
  const folder = assetFolderOf(builtPage);
  const names = (await readdir(folder)).filter(
    (name) => !Object.values(compressedExtensions).some((extension) => name.endsWith(extension)),
  );
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    const bytes = await readFile(join(folder, name));
    if (bytes.length < smallestCompressed || gzipSync(bytes).length >= bytes.length) continue;
    const { headers, rawPayload } = await server.app.inject({
      url: `/assets/${name}`,
      headers: { host: 'demo.localhost', 'accept-encoding': acceptedByBrowsers },
    });
    expect(rawPayload.length, `${name} on the wire`).toBeLessThan(gzipSync(bytes).length);
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'content-length': String(rawPayload.length),
    });
    expect(brotliDecompressSync(rawPayload).equals(bytes), name).toBe(true);
  }
});
