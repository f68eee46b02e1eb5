import { describe, expect, onTestFinished, test } from 'vitest';
import { testStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import {
  addDocument,
  expected,
  keptSamplePdf,
  prepare,
  samplePdf,
  submit,
} from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { addLateDocument, checkWaitsForDocument } from '../../applications/act-on-application.ts';
import { stateOfRow } from '../../applications/audited-state.ts';
import { type KeptUpload, keepUpload } from '../../applications/change-documents.ts';
import { changedRow, writeLockedRow } from '../../applications/row-change.ts';
import { lockApplicationRow } from '../../db/queries/applications.ts';
import { uuidv7 } from '../../db/uuid.ts';
import { inTransaction } from '../../security/in-transaction.ts';

const articles = { name: '../50%22 Articles\u0007.hta', bytes: samplePdf };

describe.each(await testStores())('late documents on $name', (store) => {
  test('are checked like an upload, added once, and delivered', async () => {
    const server = await startTestServer({ store });
    onTestFinished(server.stop);
    const operator = operatorOf(server);
    const client = server.client('yard-card.localhost');
    const { id } = await prepare(client);
    const { referenceNumber } = expected(200, await submit(client, id));
    const { db } = server.services.database;
    const add = (input: { name: string; bytes: Buffer }) =>
      operator(['documents', 'add', referenceNumber ?? '', input.name], input);
    const statusNow = async () =>
      (await db.selectFrom('application').select('status').executeTakeFirstOrThrow()).status;

    expect(await add({ name: 'a.pdf', bytes: Buffer.from('no document') })).toMatchObject({ exitCode: 1 });
    const large = { name: 'a.pdf', bytes: Buffer.alloc(10 * 1_048_576 + 1) };
    expect(await add(large)).toMatchObject({ exitCode: 1, text: 'A document has at most 10 MB.' });
    expect(await statusNow()).toBe('pending');

    const added = await add(articles);
    expect(added.data).toMatchObject({ status: 'submitted', document: { fileName: '50_22 Articles.pdf' } });
    const { document } = added.data as { document: { id: string } };
    expect(await statusNow()).toBe('submitted');
    const jobs = await db
      .selectFrom('outbox')
      .select(['application_id', 'payload'])
      .where('kind', '=', 'documents')
      .execute();
    expect(jobs).toEqual([{ application_id: id, payload: { documentIds: [document.id] } }]);
    expect(await add(articles)).toMatchObject({ exitCode: 4 });
    expect((await operator(['documents', 'list', id])).data).toMatchObject({
      documents: [
        { id: document.id, contentType: 'application/pdf', size: (await keptSamplePdf()).byteLength },
      ],
    });
  });
});

test('of two late documents added concurrently, one is kept; a sixth document is refused', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const client = server.client('yard-card.localhost');
  const { id } = await prepare(client);
  expected(200, await submit(client, id));
  const { services } = server;
  const { database, keys } = services;
  const act = { database, keys, applicationId: id, operator: 'ada' };
  const sha256 = '0'.repeat(64);
  const upload = { fileName: 'a.pdf', contentType: 'application/pdf', bytes: samplePdf, sha256 } as const;
  const keep = async () =>
    keepUpload(services, await checkWaitsForDocument(act), uuidv7(new Date()), {
      ...upload,
      originalSha256: sha256,
      original: undefined,
    });
  const add = (kept: KeptUpload) => addLateDocument(act, 'proof_of_entity', kept);
  /** Sets the application's status back to pending in the database, because no API call or command can do so. */
  const wait = () =>
    inTransaction(services, async (context) => {
      const row = await lockApplicationRow(context.transaction, id);
      const pending = { ...row, status: 'pending' } as const;
      const change = changedRow(context, pending, { status: 'pending' }, [{ type: 'decided' }]);
      await writeLockedRow(context.transaction, { ...change, before: stateOfRow(row) });
    });

  const [one, other] = [await keep(), await keep()];
  const both = await Promise.allSettled([add(one), add(other)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (let documents = 1; documents < 5; documents += 1) {
    await wait();
    await add(await keep());
  }
  await wait();
  await expect(keep().then(add)).rejects.toThrow('at most 5 documents');
});

test('no document is added while a configured scanner is unreachable', async () => {
  const server = await startTestServer({ env: { CLAMD_URL: 'unix:///nowhere/clamd.sock' } });
  onTestFinished(server.stop);
  const client = server.client('yard-card.localhost');
  const { id } = await prepare(client);
  expected(200, await submit(client, id));
  expect(await operatorOf(server)(['documents', 'add', id, articles.name], articles)).toMatchObject({
    exitCode: 4,
  });
});

test('a document is exported only for a reason, under a file name that reveals nothing', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const operator = operatorOf(server);
  const client = server.client();
  const { id } = await prepare(client);
  const document = await addDocument(client, id);
  const got = await operator(['documents', 'get', document.id, '--reason', 'Check of the articles']);
  expect(got.files).toEqual([{ name: `${document.id}.pdf`, bytes: await keptSamplePdf() }]);
  const { events } = (await operator(['audit', 'show', id])).data as { events: object[] };
  expect(events.at(-1)).toMatchObject({
    type: 'shown',
    detail: { operator: 'ada', documentId: document.id },
  });
  expect(await operator(['documents', 'get', document.id, '--reason', '\n'])).toMatchObject({ exitCode: 64 });
  for (const unknown of ['x', uuidv7(new Date())])
    expect(await operator(['documents', 'get', unknown, '--reason', 'Check'])).toMatchObject({ exitCode: 2 });
});
