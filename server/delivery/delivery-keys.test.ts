/** Tests the keys that sign deliveries: how an operator changes the keys, and which keys a bank sees. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type TestStore, testStores } from '../../tests/support/database.ts';
import { openedDelivery } from '../../tests/support/opened-delivery.ts';
import { operatorOf } from '../../tests/support/operator-call.ts';
import { readableText } from '../../tests/support/readable-text.ts';
import { expected, prepare, submit } from '../../tests/support/sample-application.ts';
import { startTestServer, type TestServer } from '../../tests/support/test-server.ts';
import { deliverySigner, type listDeliveryKeys } from './delivery-keys.ts';

async function started(store: TestStore) {
  const server = await startTestServer({ store });
  onTestFinished(server.stop);
  const operator = operatorOf(server);
  const listed = async () => {
    const { data } = await operator(['delivery-keys', 'list']);
    return (data as { keys: Awaited<ReturnType<typeof listDeliveryKeys>> }).keys.map(({ kid, state }) => ({
      kid,
      state,
    }));
  };
  const exported = async () => {
    const { text } = await operator(['delivery-keys', 'export']);
    return (JSON.parse(text) as { keys: readonly JWK[] }).keys;
  };
  return { server, operator, listed, exported };
}

async function signing({ services }: TestServer): Promise<string> {
  return (await deliverySigner(services)).kid;
}

describe.each(await testStores())('the delivery keys on $name', (store) => {
  test('are rotated without a gap: the next one is exported first, and the old one stays', async () => {
    const { server, operator, listed, exported } = await started(store);
    const first = await signing(server);
    expect(await listed()).toEqual([{ kid: first, state: 'current' }]);

    const added = (await operator(['delivery-keys', 'add'])).data as { kid: string };
    expect(await signing(server)).toBe(first);
    expect((await exported()).map(({ kid }) => kid).sort()).toEqual([first, added.kid].sort());
    const point = { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) };
    expect(await exported()).toContainEqual({ ...point, kid: first, use: 'sig', alg: 'ES256' });
    expect(await operator(['delivery-keys', 'add'])).toMatchObject({ exitCode: 4 });

    expect(await operator(['delivery-keys', 'use', added.kid])).toMatchObject({ exitCode: 0 });
    expect(await signing(server)).toBe(added.kid);
    expect(await listed()).toEqual([
      { kid: added.kid, state: 'current' },
      { kid: first, state: 'ended' },
    ]);
    expect(await exported()).toHaveLength(2);
    // The private half is deleted, so no one can sign with this key anymore, not even with the key ring and the database.
    const rows = await server.database.db.selectFrom('delivery_key').selectAll().execute();
    expect(rows.find(({ kid }) => kid === first)).toMatchObject({
      private_key: null,
      create_user_id: 'server',
    });
    expect(rows.find(({ kid }) => kid === added.kid)).toMatchObject({
      create_user_id: 'ada',
      begin_user_id: 'ada',
    });
  });

  test("are no longer exported once revoked, and the signing one can't be revoked", async () => {
    const { server, operator, listed, exported } = await started(store);
    const first = await signing(server);
    expect(await operator(['delivery-keys', 'revoke', first])).toMatchObject({ exitCode: 4 });
    const { kid } = (await operator(['delivery-keys', 'add'])).data as { kid: string };
    expect(await operator(['delivery-keys', 'use', kid])).toMatchObject({ exitCode: 0 });
    expect(await operator(['delivery-keys', 'revoke', first])).toMatchObject({ exitCode: 0 });
    expect((await exported()).map((key) => key.kid)).toEqual([kid]);
    expect(await listed()).toContainEqual({ kid: first, state: 'revoked' });
    expect(await operator(['delivery-keys', 'use', first])).toMatchObject({ exitCode: 4 });
    expect(await operator(['delivery-keys', 'revoke', 'unknown'])).toMatchObject({ exitCode: 2 });
  });

  test('are the same on two nodes that make the first one at once', async () => {
    const { server } = await started(store);
    const names = await Promise.all(Array.from({ length: 4 }, () => signing(server)));
    expect(new Set(names).size).toBe(1);
  });

  test('that someone else put into the database sign nothing, and are not exported', async () => {
    const { server, operator } = await started(store);
    await signing(server);
    const { publicKey } = await generateKeyPair('ES256');
    await server.database.db
      .updateTable('delivery_key')
      .set({ public_key: { ...(await exportJWK(publicKey)) } })
      .execute();
    expect((await operator(['delivery-keys', 'export'])).exitCode).not.toBe(0);
    await expect(signing(server)).rejects.toThrow('could not be sealed or opened');
  });

  test('never store a private half in plain text', async () => {
    const { server } = await started(store);
    const { key } = await deliverySigner(server.services);
    const [row] = await server.database.db.selectFrom('delivery_key').selectAll().execute();
    expect(readableText(row)).not.toContain(key.d);
    expect(readableText(row)).not.toContain(Buffer.from(key.d ?? '', 'base64url').toString('base64'));
  });

  test('sign deliveries that were due before the first key was made', async () => {
    const { server } = await started(store);
    const client = server.client();
    const { id } = await prepare(client);
    expected(200, await submit(client, id));
    await server.outbox.runOnce();
    const { db, dataDir } = server.database;
    // Make the database look as if a release without delivery keys had written it.
    await db.deleteFrom('delivery_key').execute();
    const due = { done_date_time: null, lease_date_time: null };
    const { id: jobId } = await db
      .updateTable('outbox')
      .set(due)
      .where('kind', '=', 'delivery')
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.outbox.runOnce();
    const folder = join(dataDir, 'deliveries');
    const privateKey = JSON.parse(await readFile(join(folder, 'keys/quillbrook.private.jwk'), 'utf8')) as JWK;
    const { jws, content } = await openedDelivery(
      await readFile(join(folder, `${jobId}.jwe`), 'utf8'),
      privateKey,
    );
    expect(content).toMatchObject({ id: jobId, applicationId: id });
    expect(decodeProtectedHeader(jws).kid).toBe(await signing(server));
  });
});
