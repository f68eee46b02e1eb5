/**
 * Rotates to a new encryption key with one command. The long tests rotate keys on two nodes under load, also from one key service
 * to another.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allStores, freshFolder, testStores } from '../../../tests/support/database.ts';
import { vaultStandIn } from '../../../tests/support/key-service-stand-ins.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { create, prepare, submit } from '../../../tests/support/sample-application.ts';
import { startTestServer, type TestServer } from '../../../tests/support/test-server.ts';
import { pageOfDataKeys } from '../../db/queries/encryption.ts';
import { deliverySigner } from '../../delivery/delivery-keys.ts';
import { newKeyEntry } from '../../security/key-ring.ts';
import { unwrapDataKey } from '../../security/sealing.ts';
import { rotateKeys } from './rotate-keys.ts';

test('after a rotation, no row is under the old key, the key file still contains it, and applications continue', async () => {
  const server = await startTestServer({ isShared: false });
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

/** Maps the purpose of a data key to a call that stores a new wrapped key. An applicant or the server makes the call. */
const storesKey = {
  'an application': async (server: TestServer) => {
    const client = server.client();
    await client.start();
    return () => create(client);
  },
  'the first delivery key': async (server: TestServer) => () => deliverySigner(server.services),
};
const waysToStore = Object.entries(storesKey);

/** Decrypts every data key in the store. Rejects if a data key can't be decrypted. */
async function openAll({ services }: TestServer): Promise<void> {
  const { keys } = await pageOfDataKeys(services.database.db, undefined, 10);
  for (const { applicationId, wrapped } of keys)
    await unwrapDataKey(services.keys.wrapping, wrapped, applicationId);
  await deliverySigner(services);
}

describe.each(await testStores())('a new key that a slow service wraps, on $name', (store) => {
  /**
   * Starts a server whose encryption key is in Vault, and starts a call that needs a new data key. Vault has wrapped the data key
   * but holds back its response, so the wrapped key is not stored yet.
   */
  async function withKeyOnItsWay(prepareCall: (server: TestServer) => Promise<() => Promise<unknown>>) {
    const vault = await vaultStandIn();
    const folder = await freshFolder();
    const [keysFile, tokenFile] = [join(folder, 'keys'), join(folder, 'token')];
    await writeFile(tokenFile, vault.newToken());
    const env = { ENCRYPTION_KEYS_FILE: keysFile, VAULT_ADDR: vault.url, VAULT_TOKEN_FILE: tokenFile };
    const oldKey = 'in-vault:vault:transit/card';
    await writeFile(keysFile, oldKey);
    const server = await startTestServer({ store, env });
    onTestFinished(server.stop);
    const call = await prepareCall(server);
    const held = vault.holdNext('encrypt/card');
    onTestFinished(held.release);
    const stored = call();
    await held.arrived;
    const restart = async () => {
      const restarted = await startTestServer({ database: server.database, env });
      onTestFinished(restarted.stop);
      return restarted;
    };
    return { vault, keysFile, oldKey, server, held, stored, restart };
  }

  test.each(waysToStore)(
    'of %s, stored after a rotation, opens without the old key',
    async (_name, prepareCall) => {
      const { keysFile, oldKey, server, held, stored, restart } = await withKeyOnItsWay(prepareCall);
      const newKey = newKeyEntry();
      await writeFile(keysFile, `${newKey}\n${oldKey}`);
      server.readKeysAgain();
      expect(await operatorOf(server)(['encryption', 'rotate'])).toMatchObject({ exitCode: 0 });
      held.release();
      await stored;
      await writeFile(keysFile, newKey);
      await openAll(await restart());
    },
  );

  test.each(waysToStore)(
    'of %s, stored after a rotation in Vault, opens without the old version',
    async (_name, prepareCall) => {
      const { vault, server, held, stored, restart } = await withKeyOnItsWay(prepareCall);
      vault.rotate('card');
      expect(await operatorOf(server)(['encryption', 'rotate'])).toMatchObject({ exitCode: 0 });
      held.release();
      await stored;
      vault.dropOldVersions('card');
      await openAll(await restart());
    },
  );
});

/** Excludes the embedded store: it has only one connection, so no transaction is open there while a rotation runs. */
const withTransactions = (await allStores()).filter(({ name }) => name === 'PostgreSQL');

test.each(withTransactions)(
  'a rotation waits for a transaction that is storing a key, on $name',
  async (store) => {
    const folder = await freshFolder();
    const keysFile = join(folder, 'keys');
    const [oldKey, newKey] = [newKeyEntry(), newKeyEntry()];
    await writeFile(keysFile, oldKey);
    const env = { ENCRYPTION_KEYS_FILE: keysFile };
    const server = await startTestServer({ store, env });
    onTestFinished(server.stop);
    const client = server.client();
    await client.start();
    const { db } = server.database;
    const waiting = async (locks: string) => {
      const { rows } = await sql`
      select from pg_locks where not granted and ${sql.raw(locks)}
        and database = (select oid from pg_database where datname = current_database())
    `.execute(db);
      return rows.length;
    };

    const [stored, rotated] = await db
      .transaction()
      .execute(async (transaction) => {
        // The call inserts the application first and its audit event later.
        await sql`lock table audit_event in share mode`.execute(transaction);
        const creating = create(client);
        await expect.poll(() => waiting(`relation = 'audit_event'::regclass`)).toBe(1);
        await writeFile(keysFile, `${newKey}\n${oldKey}`);
        server.readKeysAgain();
        let isOver = false;
        const rotating = rotateKeys(server.services).finally(() => {
          isOver = true;
        });
        await expect.poll(async () => isOver || (await waiting(`locktype = 'advisory'`)) > 0).toBe(true);
        return [creating, rotating] as const;
      })
      .then((running) => Promise.all(running));
    expect(rotated).toEqual({ rewrapped: 2, unopened: [] });
    const { keys } = await pageOfDataKeys(db, undefined, 10);
    expect(keys).toMatchObject([{ applicationId: stored.id, wrapped: { k: newKey.split(':')[0] } }]);
  },
);
