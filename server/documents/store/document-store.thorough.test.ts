/**
 * Tests documents in a bucket through the API. A real S3 server on loopback fails, is slow, or has altered or missing objects.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Document } from '../../../api/document.ts';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { freshFolder, type TestStore, testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { type S3Server, startS3Server } from '../../../tests/support/s3-server.ts';
import {
  addDocument,
  begun,
  keptSamplePdf,
  prepare,
  prepareWhole,
  submit,
  upload,
} from '../../../tests/support/sample-application.ts';
import { startTestServer, type TestServer, testSettings } from '../../../tests/support/test-server.ts';
import { startServer } from '../../start/start-server.ts';

const day = 24 * 60 * 60_000;

async function s3Server(): Promise<S3Server> {
  const s3 = await startS3Server(await freshFolder());
  onTestFinished(s3.stop);
  return s3;
}

async function serverWith(
  store: TestStore,
  s3: S3Server,
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const server = await startTestServer({ store, env: { ...s3.env, LIMITS_FACTOR: '1000', ...env } });
  onTestFinished(server.stop);
  return server;
}

const opening = (client: ApiClient, { id }: Pick<Document, 'id'>) =>
  client.send('GET', `/document/${id}?session=${client.webSessionId}`);

const sending = (client: ApiClient, applicationId: string, key: string) =>
  client.send<Document>('POST', '/document', {
    form: upload({ applicationId, documentType: 'proof_of_entity' }),
    headers: { 'idempotency-key': key },
  });

const replacing = (client: ApiClient, { id }: Pick<Document, 'id'>) =>
  client.send<Document>('PUT', `/document/${id}`, { form: upload({}) });

function rowsOf({ database: { db } }: TestServer) {
  return db
    .selectFrom('document')
    .select(['id', 'content', 'content_object', 'original_object'])
    .orderBy('id')
    .execute();
}

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

/** Returns an operator for a server, as if the server's settings named this place for new documents. */
const operatorWith = ({ services }: TestServer, newDocuments: 'bucket' | 'database') =>
  operatorOf({ services: { ...services, settings: { ...services.settings, newDocuments } } });

function unnamed({ database: { db } }: TestServer) {
  return db.selectFrom('document_object').select('name').execute();
}

describe.each(await testStores())('documents in a bucket on $name', (store) => {
  test('are sealed under random names, come back unchanged, and leave no byte in the database', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3);
    const client = server.client();
    const { id } = await begun(client);
    const document = await addDocument(client, id);
    const [row] = await rowsOf(server);
    const [name = ''] = await s3.objects();
    expect(row).toMatchObject({ content: null, content_object: name, original_object: null });
    expect(name).toMatch(/^[0-9a-f]{32}-[0-9a-f]{64}$/);
    const kept = await keptSamplePdf();
    const sealed = await readFile(s3.fileOf(name));
    expect(sealed.length).toBeGreaterThan(kept.length);
    expect(sealed.includes('%PDF')).toBe(false);
    expect(sealed.includes('/XObject')).toBe(false);
    expect((await opening(client, document)).bytes.equals(kept)).toBe(true);
    expect(await unnamed(server)).toEqual([]);
  });

  test('are deleted after they are replaced, removed or erased with their draft, and not before', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3);
    const client = server.client();
    const { id } = await begun(client);
    const [first, second] = [await addDocument(client, id), await addDocument(client, id)];
    const before = await s3.objects();
    expect((await replacing(client, first)).status).toBe(200);
    expect(await s3.objects()).toHaveLength(3);
    await server.sweeper.runOnce();
    const replaced = await s3.objects();
    expect(replaced.filter((name) => before.includes(name))).toHaveLength(1);
    expect(replaced).toHaveLength(2);
    expect((await opening(client, first)).status).toBe(200);
    expect((await client.send('DELETE', `/document/${second.id}`)).status).toBe(204);
    await server.sweeper.runOnce();
    expect(await s3.objects()).toHaveLength(1);
    expect((await client.send('POST', '/apply/finish/cancel')).status).toBe(204);
    await server.sweeper.runOnce();
    expect(await s3.objects()).toEqual([]);
    expect(await unnamed(server)).toEqual([]);
  });

  test('are deleted by the purge, even if the bucket was unavailable for a while', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3);
    const client = server.client();
    const { id } = await prepareWhole(client);
    expect((await submit(client, id)).status).toBe(200);
    await server.outbox.runOnce();
    server.clock.advance(26 * 31 * day);
    s3.failAlways('cut');
    expect((await operatorOf(server)(['retention', 'run'])).exitCode).toBe(0);
    expect(await rowsOf(server)).toEqual([]);
    await expect(server.sweeper.runOnce()).rejects.toThrow('ECONNRESET');
    expect(await s3.objects()).toHaveLength(1);
    s3.failAlways(undefined);
    server.clock.advance(10 * 60_000);
    await server.sweeper.runOnce();
    expect(await s3.objects()).toEqual([]);
    expect(await unnamed(server)).toEqual([]);
  });

  test('get 503 with Retry-After while the bucket is unavailable; other calls work, and no object is left over', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3);
    const client = server.client();
    const { id } = await prepare(client);
    const document = await addDocument(client, id);
    s3.failAlways({ status: 503, code: 'SlowDown' });
    const refused = await sending(client, id, 'one');
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (const { status, headers } of [await opening(client, document), await replacing(client, document)])
      expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect((await client.send('GET', `/application/${id}`)).status).toBe(200);
    expect(await rowsOf(server)).toHaveLength(1);
    expect((await server.app.inject('/health/ready')).statusCode).toBe(200);

    s3.failAlways('lose');
    expect((await sending(client, id, 'one')).status).toBe(503);
    s3.failAlways(undefined);
    const added = await sending(client, id, 'one');
    expect(added.status).toBe(201);
    expect((await sending(client, id, 'one')).body).toEqual(added.body);
    expect((await rowsOf(server)).map((row) => row.id)).toEqual([document.id, added.body.id].sort());
    expect((await opening(client, added.body)).bytes.equals(await keptSamplePdf())).toBe(true);

    // The sweeper deletes an object to which no row refers, but only after a day.
    expect((await s3.objects()).length).toBeGreaterThan(2);
    await server.sweeper.runOnce();
    expect((await s3.objects()).length).toBeGreaterThan(2);
    expect((await submit(client, id)).status).toBe(200);
    await server.outbox.runOnce();
    server.clock.advance(day);
    await server.sweeper.runOnce();
    const named = (await rowsOf(server)).map((row) => row.content_object);
    expect(await s3.objects()).toEqual(named.sort());
    expect(await unnamed(server)).toEqual([]);
  });

  test('do not count against limits while the bucket is unavailable', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3, { LIMITS_FACTOR: '0.1' });
    const client = server.client();
    const { id } = await begun(client);
    s3.failAlways({ status: 403, code: 'AccessDenied' });
    for (const key of ['1', '2', '3']) expect((await sending(client, id, key)).status).toBe(503);
    s3.failAlways(undefined);
    const statuses: number[] = [];
    for (const key of ['4', '5', '6']) statuses.push((await sending(client, id, key)).status);
    expect(statuses).toEqual([201, 201, 429]);
  });

  test('do not block a submission while the bucket is unavailable; its delivery waits for them', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3);
    const client = server.client();
    const { id } = await prepareWhole(client);
    s3.failAlways('cut');
    expect((await submit(client, id)).status).toBe(200);
    await server.outbox.runOnce();
    const jobs = () =>
      server.database.db
        .selectFrom('outbox')
        .select(['done_date_time', 'dead_date_time', 'last_error'])
        .where('kind', '=', 'delivery')
        .executeTakeFirstOrThrow();
    expect(await jobs()).toEqual({ done_date_time: null, dead_date_time: null, last_error: 'ECONNRESET' });
    s3.failAlways(undefined);
    server.clock.advance(60_000);
    await server.outbox.runOnce();
    expect((await jobs()).done_date_time).not.toBeNull();
  });

  test('are not shown if an object is missing, altered, exchanged or an older one', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3);
    const client = server.client();
    const { id } = await begun(client);
    const [one, other] = [await addDocument(client, id), await addDocument(client, id)];
    const nameOf = async ({ id: wanted }: Document) =>
      (await rowsOf(server)).find((row) => row.id === wanted)?.content_object ?? '';
    const point = (document: Document, name: string) =>
      server.database.db
        .updateTable('document')
        .set({ content_object: name })
        .where('id', '=', document.id)
        .execute();
    const statusOf = async (document: Document) => (await opening(client, document)).status;
    const [name, nameOfOther] = [await nameOf(one), await nameOf(other)];
    const [sealed, sealedOther] = [await readFile(s3.fileOf(name)), await readFile(s3.fileOf(nameOfOther))];

    const altered = Buffer.from(sealed);
    altered[40] = (altered[40] ?? 0) ^ 1;
    for (const bytes of [altered, sealedOther, sealed.subarray(0, 30), Buffer.alloc(0)]) {
      await writeFile(s3.fileOf(name), bytes);
      expect(await statusOf(one)).toBe(500);
    }
    await writeFile(s3.fileOf(name), sealed);
    expect(await statusOf(one)).toBe(200);

    await point(one, nameOfOther);
    expect(await statusOf(one)).toBe(500);
    await point(one, 'f'.repeat(32));
    expect(await statusOf(one)).toBe(500);
    await point(one, name);
    expect(await statusOf(one)).toBe(200);

    // Upload different content, because with the same content the old object would still match the row.
    const form = upload({}, { bytes: await picture(), name: 'deed.png', type: 'image/png' });
    expect((await client.send('PUT', `/document/${one.id}`, { form })).status).toBe(200);
    expect(await statusOf(one)).toBe(200);
    await point(one, name);
    expect(await statusOf(one)).toBe(500);
  });

  test('a byte altered in transfer is read again', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3);
    const client = server.client();
    const { id } = await begun(client);
    const document = await addDocument(client, id);
    s3.failNext('alter');
    expect((await opening(client, document)).bytes.equals(await keptSamplePdf())).toBe(true);
  });

  test('are moved back and forth while in use, and an interrupted run is continued by the next one', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3, { NEW_DOCUMENTS: 'database' });
    const client = server.client();
    const { id } = await begun(client);
    const documents: Document[] = [];
    for (let count = 0; count < 4; count += 1) documents.push(await addDocument(client, id));
    expect(await s3.objects()).toEqual([]);
    const kept = await keptSamplePdf();
    const allOpen = async () => {
      for (const document of documents)
        expect((await opening(client, document)).bytes.equals(kept)).toBe(true);
    };
    const refused = await operatorOf(server)(['documents', 'move', '--to', 'bucket']);
    expect(refused).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('Set NEW_DOCUMENTS to bucket'),
    });

    const operator = operatorWith(server, 'bucket');
    s3.failNext('alter', { status: 403, code: 'AccessDenied' });
    const cut = await operator(['documents', 'move', '--to', 'bucket']);
    expect(cut).toMatchObject({ exitCode: 4, text: expect.stringContaining('S3_AccessDenied') });
    await allOpen();
    s3.failNext('spoil');
    const spoiled = await operator(['documents', 'move', '--to', 'bucket']);
    expect(spoiled).toMatchObject({ exitCode: 3, data: { lost: [expect.anything()], left: 1 } });
    await allOpen();
    const [there] = await Promise.all([operator(['documents', 'move', '--to', 'bucket']), allOpen()]);
    expect(there).toMatchObject({ exitCode: 0, data: { lost: [], left: 0 } });
    expect((await rowsOf(server)).every(({ content }) => content === null)).toBe(true);
    await allOpen();

    const [back] = await Promise.all([
      operatorOf(server)(['documents', 'move', '--to', 'database']),
      allOpen(),
    ]);
    expect(back).toMatchObject({ exitCode: 0, data: { moved: 4, lost: [], left: 0 } });
    expect((await rowsOf(server)).every((row) => row.content && row.content_object === null)).toBe(true);
    server.clock.advance(2 * day);
    await server.sweeper.runOnce();
    expect(await s3.objects()).toEqual([]);
    expect((await operator(['audit', 'verify'])).exitCode).toBe(0);
  });

  test('that are lost are not moved, and the move lists them', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3);
    const client = server.client();
    const { id } = await begun(client);
    const document = await addDocument(client, id);
    const [name = ''] = await s3.objects();
    await writeFile(s3.fileOf(name), 'nothing of ours');
    const moved = await operatorWith(server, 'database')(['documents', 'move', '--to', 'database']);
    expect(moved).toMatchObject({ exitCode: 3, data: { moved: 0, lost: [document.id], left: 1 } });
    expect(await rowsOf(server)).toMatchObject([{ content_object: name }]);
  });

  test('are checked by the doctor, which leaves nothing behind', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3);
    const bucketFindings = async () => {
      const { data } = await operatorOf(server)(['doctor']);
      const { findings } = data as { findings: { check: string; state: string; says: string }[] };
      return findings
        .filter(({ check }) => check === 'documents')
        .map(({ state, says }) => `${state} ${says}`);
    };
    expect(await bucketFindings()).toEqual([expect.stringMatching(/^fine 0 documents are in the bucket/)]);
    s3.isPublic = true;
    expect(await bucketFindings()).toEqual([expect.stringMatching(/^problem The document bucket is public/)]);
    expect(await s3.objects()).toEqual([]);
    expect(await unnamed(server)).toEqual([]);
    s3.failAlways({ status: 403, code: 'AccessDenied' });
    expect(await bucketFindings()).toEqual([expect.stringContaining('(S3_AccessDenied)')]);
  });

  test('prevent a server without the bucket’s address from starting', async () => {
    const s3 = await s3Server();
    const server = await serverWith(store, s3);
    const client = server.client();
    await addDocument(client, (await begun(client)).id);
    const { database } = server;
    await expect(
      startServer(testSettings(database.dataDir), pino({ level: 'silent' }), {
        database: { ...database, close: async () => {} },
      }),
    ).rejects.toThrow('DOCUMENTS_URL must say where');
  });
});
