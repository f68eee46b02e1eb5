/**
 * Tests documents that were stored before the server began to redraw PDFs, and programs whose delivery also contains the original
 * (D61).
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { compactDecrypt } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { activeContent } from '../../tests/support/active-content.ts';
import type { ApiClient } from '../../tests/support/api-client.ts';
import { testStores } from '../../tests/support/database.ts';
import { openedDelivery } from '../../tests/support/opened-delivery.ts';
import { operatorOf } from '../../tests/support/operator-call.ts';
import { assemble, testPdf } from '../../tests/support/pdf.ts';
import { change, folderCopy } from '../../tests/support/programs.ts';
import {
  addDocument,
  expected,
  prepareWhole,
  samplePdf,
  submit,
} from '../../tests/support/sample-application.ts';
import { startTestServer, type TestServer } from '../../tests/support/test-server.ts';
import { lockApplicationRow } from '../db/queries/applications.ts';
import { documentRows, findDocument } from '../db/queries/documents.ts';
import type { Delivery } from '../delivery/provider-delivery.ts';
import { inTransaction } from '../security/in-transaction.ts';
import { openApplication } from './application-record.ts';
import { documentIn } from './change-documents.ts';
import { changedParts } from './planned-change.ts';
import { updateApplication } from './row-change.ts';
import { sealDocumentBytes, sealFileName } from './sealed-parts.ts';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const active = testPdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>');
const tooLong = assemble([
  '<< /Type /Catalog /Pages 2 0 R >>',
  `<< /Type /Pages /Kids [${'3 0 R '.repeat(21)}] /Count 21 >>`,
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
]);

/** Replaces a stored document with a file in the old format, from before the server began to redraw PDFs. */
async function storeAsBefore({ services }: TestServer, id: string, bytes: Buffer): Promise<void> {
  const found = await findDocument(services.database.db, id);
  if (!found) throw new Error('there is no such document');
  await inTransaction(services, async (context) => {
    const record = await openApplication(
      context,
      await lockApplicationRow(context.transaction, found.applicationId),
    );
    const { key, row } = record;
    const sealed = sealFileName(key, row, id, 'articles.hta');
    const content = sealDocumentBytes(key, row, id, 'content', bytes);
    const before = { size: bytes.length, sha256: sha256Of(bytes), disarmed: false, sealed };
    const document = {
      ...documentIn(record, id),
      ...before,
      fileName: 'articles.hta',
      originalSha256: null,
    };
    const documents = record.documents.map((one) => (one.id === id ? document : one));
    await context.transaction
      .updateTable('document')
      .set({ ...before, content, original_sha256: null })
      .where('id', '=', id)
      .execute();
    await updateApplication(context, row, changedParts({ ...record, documents }), [
      { type: 'document_replaced' },
    ]);
  });
}

const opening = (client: ApiClient, id: string) =>
  client.send('GET', `/document/${id}?session=${client.webSessionId}`);

async function deliveries({ database }: TestServer): Promise<Delivery[]> {
  const folder = join(database.dataDir, 'deliveries');
  const names = (await readdir(folder)).filter((name) => name !== 'keys').sort();
  const key = await privateKeyOf(database.dataDir);
  const opened = names.map(async (name) => openedDelivery(await readFile(join(folder, name), 'utf8'), key));
  return (await Promise.all(opened)).map(({ content }) => content);
}

async function privateKeyOf(dataDir: string): Promise<JWK> {
  return JSON.parse(await readFile(join(dataDir, 'deliveries/keys/quillbrook.private.jwk'), 'utf8')) as JWK;
}

describe.each(await testStores())('a PDF stored before PDFs were redrawn, on $name', (store) => {
  test('is redrawn once before it is opened, with both hashes in the audit trail', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const client = server.client();
    const { id, document } = await prepareWhole(client);
    await storeAsBefore(server, document.id, active);

    const [first, second] = await Promise.all([opening(client, document.id), opening(client, document.id)]);
    expect(first.status).toBe(200);
    expect(second.bytes).toEqual(first.bytes);
    expect(await activeContent(first.bytes)).toEqual([]);
    expect(first.headers['content-disposition']).toContain('filename="articles.pdf"');
    const { db } = server.database;
    const kept = await findDocument(db, document.id);
    const hashes = { sha256: sha256Of(first.bytes), originalSha256: sha256Of(active) };
    expect(kept).toMatchObject({ disarmed: true, original: null });
    const [row] = await documentRows(db, id);
    expect(row).toMatchObject({
      size: first.bytes.length,
      sha256: hashes.sha256,
      original_sha256: hashes.originalSha256,
    });
    const events = await db
      .selectFrom('audit_event')
      .select('detail')
      .where('application_id', '=', id)
      .where('type', '=', 'document_disarmed')
      .execute();
    expect(events).toEqual([{ detail: { documentId: document.id, ...hashes } }]);
  });

  test('is redrawn before it is delivered or downloaded by an operator', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const client = server.client();
    const { id, document } = await prepareWhole(client);
    await storeAsBefore(server, document.id, active);
    expected(200, await submit(client, id));
    await storeAsBefore(server, document.id, active);
    await server.outbox.runOnce();
    const [delivery] = await deliveries(server);
    const [delivered] = delivery?.documents ?? [];
    const content = Buffer.from(delivered?.content ?? '', 'base64');
    expect(await activeContent(content)).toEqual([]);
    expect(delivered).toMatchObject({
      id: document.id,
      fileName: 'articles.pdf',
      size: content.length,
      sha256: sha256Of(content),
      originalSha256: sha256Of(active),
    });
    expect(delivered).not.toHaveProperty('original');

    await storeAsBefore(server, document.id, active);
    const got = await operatorOf(server)(['documents', 'get', document.id, '--reason', 'Check']);
    expect(got.files).toEqual([{ name: `${document.id}.pdf`, bytes: content }]);
  });

  test('is given to no one if it cannot be redrawn, and the delivery says why', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const client = server.client();
    const { id, document } = await prepareWhole(client);
    await storeAsBefore(server, document.id, tooLong);
    const message = 'The file has more than 20 pages. Upload only the pages that matter.';
    expect((await opening(client, document.id)).body).toMatchObject({ errors: [{ message }] });
    const got = await operatorOf(server)(['documents', 'get', document.id, '--reason', 'Check']);
    expect(got).toMatchObject({ exitCode: 1, text: message });
    expected(200, await submit(client, id));
    await server.outbox.runOnce();
    const [delivery] = await deliveries(server);
    expect(delivery?.documents).toMatchObject([
      { id: document.id, content: null, withheld: 'too_many_pages' },
    ]);
    expect(JSON.stringify(delivery)).not.toContain(tooLong.toString('base64').slice(0, 60));
  });
});

test('a program can have the original delivered as a separate JWE that is marked as not disarmed', async () => {
  const programs = await folderCopy();
  await change(programs, 'demo/program.json', { deliverOriginals: true });
  const server = await startTestServer({ env: { PROGRAMS_DIR: programs } });
  onTestFinished(server.stop);
  const client = server.client();
  const { id } = await prepareWhole(client);
  const stored = await server.database.db.selectFrom('document').select('original').execute();
  expect(stored).toHaveLength(1);
  expect(stored[0]?.original?.includes('%PDF-')).toBe(false);
  const { sealed, second } = { sealed: stored[0]?.original, second: await addDocument(client, id) };
  expect(sealed).toBeInstanceOf(Buffer);
  // Applicants get only the redrawn file, even after they have replaced a document.
  const { bytes } = await opening(client, second.id);
  expect(bytes.equals(samplePdf)).toBe(false);
  expected(200, await submit(client, id));
  await server.outbox.runOnce();
  const [delivery] = await deliveries(server);
  for (const document of delivery?.documents ?? []) {
    if (document.content === null || !document.original) throw new Error('it has no original');
    const { jwe, ...described } = document.original;
    expect(described).toEqual({ disarmed: false, size: samplePdf.length, sha256: sha256Of(samplePdf) });
    expect(document.originalSha256).toBe(described.sha256);
    const { plaintext } = await compactDecrypt(jwe, await privateKeyOf(server.database.dataDir));
    expect(Buffer.from(plaintext)).toEqual(samplePdf);
    expect(Buffer.from(document.content, 'base64').equals(samplePdf)).toBe(false);
  }
  expect(delivery?.documents).toHaveLength(2);
});
