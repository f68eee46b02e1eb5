/** A new encryption key by one command; the long tests do it on two nodes under load, and from one service to another. */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { operatorOf } from '../../tests/support/operator-call.ts';
import { prepare, submit } from '../../tests/support/sample-application.ts';
import { startTestServer } from '../../tests/support/test-server.ts';
import { deliverySigner } from '../delivery/delivery-keys.ts';

test('after a rotation no row is under the old key, which the file keeps, and applications go on', async () => {
  const server = await startTestServer();
  onTestFinished(server.stop);
  const client = server.client();
  const { id } = await prepare(client);
  await deliverySigner(server.services);
  const before = server.services.keyRing.current.id;
  const rotated = await operatorOf(server)(['encryption', 'rotate', '--new']);
  const now = server.services.keyRing.current.id;
  expect(now).not.toBe(before);
  expect(rotated).toMatchObject({
    exitCode: 0,
    data: { unopened: [], keys: [{ keyId: now }, { keyId: before, dataKeys: 0, state: 'known' }] },
  });
  const { rows } = await sql<{ k: string }>`
    select data_key->>'k' as k from application union select hash_key->>'k' from installation
    union select private_key->>'k' from delivery_key where private_key is not null
  `.execute(server.database.db);
  expect(rows).toEqual([{ k: now }]);
  expect((await submit(client, id)).status).toBe(200);
});
