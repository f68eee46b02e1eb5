/** Tests that malicious documents are served and delivered only as images, under a name with a matching extension (X12, X19). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Document } from '../../api/document.ts';
import { craftedDocuments } from '../support/crafted-documents.ts';
import { openedDelivery } from '../support/opened-delivery.ts';
import { pdfReaders } from '../support/pdf-readers.ts';
import { create, expected, prepareWhole, submit, upload } from '../support/sample-application.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const crafted = await craftedDocuments();

/**
 * The documents that the server refuses: they are not readable as a PDF, contain an embedded file, are too expensive to draw, or
 * have a file name that different form parsers interpret differently.
 */
const refused = [
  'whose first object is at a real number',
  'whose first object is at a number with a dot',
  'whose first object is at another position',
  'with a real count',
  'without its type',
  'an embedded file',
  'millions of strokes',
  'an image of 300 MB',
  'forms that draw each other',
  'a tree of pages that contains itself',
  'the name "\\\\\\\\192.0.2.1\\\\share\\\\a.scr"',
  'the name "a.pdf\\u0000.exe"',
];

const extensions: Readonly<Record<string, RegExp>> = {
  'application/pdf': /^[^.].*\.pdf$/i,
  'image/jpeg': /^[^.].*\.jpe?g$/i,
  'image/png': /^[^.].*\.png$/i,
};

interface Served {
  readonly about: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

let server: TestServer;
const served: Served[] = [];
const notKept: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ env: { LIMITS_FACTOR: '100' } });
  for (const { about, name, bytes } of crafted) {
    const client = server.client();
    await client.start();
    const { id } = await create(client, {}, {});
    const form = upload({ applicationId: id, documentType: 'proof_of_entity' }, { name, bytes });
    const { status, body } = await client.send<Document>('POST', '/document', { form });
    if (status === 201) {
      const { bytes: got, headers } = await client.send(
        'GET',
        `/document/${body.id}?session=${client.webSessionId}`,
      );
      const contentType = String(headers['content-type']);
      served.push({ about, fileName: body.fileName, contentType, bytes: got });
    } else {
      expect(status, about).toBe(400);
      notKept.push(about);
    }
  }
});
afterAll(() => server.stop());

test('of more than sixty uploads, the server refuses exactly the ones in the list `refused`', () => {
  expect(crafted.length).toBeGreaterThan(60);
  expect(notKept.sort()).toEqual([...refused].sort());
});

test('every file name has the extension of its content', () => {
  for (const { about, fileName, contentType } of served) {
    expect(fileName, about).toMatch(extensions[contentType] ?? /^$/);
    expect(fileName, about).not.toMatch(/[\p{C}\\/:*?"<>|]|%[0-9a-f]{2}/iu);
  }
});

for (const { name, isHere, find } of pdfReaders)
  test.skipIf(!isHere)(`${name} finds only images in the served files`, async () => {
    for (const { about, bytes, contentType } of served)
      if (contentType === 'application/pdf') expect(await find(bytes), about).toEqual([]);
  });

test('the files contain only page images, and images contain only pixels', async () => {
  for (const { about, bytes, contentType } of served) {
    expect(bytes.toString('latin1'), about).not.toMatch(
      /script|JavaScript|<html|This program|EICAR|example\.com/,
    );
    if (contentType === 'application/pdf') continue;
    const { exif, xmp, icc, iptc } = await sharp(bytes).metadata();
    expect([exif, xmp, icc, iptc], about).toEqual([undefined, undefined, undefined, undefined]);
  }
});

describe('the readers', () => {
  for (const { name, isHere, find } of pdfReaders)
    test.skipIf(!isHere)(
      `${name} finds the content that the original hides in an object stream`,
      async () => {
        const hidden = crafted.find(({ about }) => about === 'in an object stream');
        expect(await find(hidden?.bytes ?? Buffer.alloc(0))).not.toEqual([]);
      },
    );
});

test('deliveries contain the same files that the server served', async () => {
  const hidden = crafted.find(({ about }) => about === 'with an escaped key');
  if (!hidden) throw new Error('there is no such document');
  const client = server.client();
  const { id } = await prepareWhole(client);
  const form = upload({ applicationId: id, documentType: 'proof_of_entity' }, hidden);
  const document = expected(201, await client.send<Document>('POST', '/document', { form }));
  const got = await client.send('GET', `/document/${document.id}?session=${client.webSessionId}`);
  expected(200, await submit(client, id));
  await server.outbox.runOnce();
  const folder = join(server.database.dataDir, 'deliveries');
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.jwe'));
  const key = JSON.parse(await readFile(join(folder, 'keys/quillbrook.private.jwk'), 'utf8')) as JWK;
  const { content } = await openedDelivery(await readFile(join(folder, name), 'utf8'), key);
  const delivered = content.documents.find((each) => each.id === document.id);
  expect(delivered?.content).toBe(got.bytes.toString('base64'));
});
