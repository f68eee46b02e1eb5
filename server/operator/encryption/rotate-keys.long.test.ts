import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ApiClient } from '../../../tests/support/api-client.ts';
import { freshFolder, testStores } from '../../../tests/support/database.ts';
import { kmsStandIn, vaultStandIn } from '../../../tests/support/key-service-stand-ins.ts';
import { takesNothing } from '../../../tests/support/operator-call.ts';
import { change, create, prepare, submit } from '../../../tests/support/sample-application.ts';
import { startTestServer, type TestServer } from '../../../tests/support/test-server.ts';
import type { Database } from '../../db/database.ts';
import { pageOfDataKeys, replaceDataKeys } from '../../db/queries/encryption.ts';
import { deliverySigner } from '../../delivery/delivery-keys.ts';
import { newKeyEntry } from '../../security/key-ring.ts';
import { encryptionStatus, rotateKeys } from './rotate-keys.ts';
import { encryptionRotateCommand, encryptionStatusCommand } from './work.ts';

const [oldKey, newKey] = [newKeyEntry(), newKeyEntry()];
const idOf = (entry: string) => entry.split(':')[0] ?? '';

/**
 * Fills in applications through a node, one after another, until `stop` is called or the test ends. `stop` returns the number of
 * applications, and rejects with the first error.
 */
function keepApplying(client: () => ApiClient): { stop(): Promise<number> } {
  let stopped = false;
  async function run(): Promise<number> {
    for (let done = 0; ; done += 1) {
      const tab = client();
      await tab.start();
      const { id } = await create(tab);
      const changed = await change(tab, id, { applicationData: { annualSalesAmount: done } });
      expect(changed.applicationData.annualSalesAmount).toBe(done);
      if (stopped) return done + 1;
    }
  }
  const running = run();
  const ended = running.then(
    () => {},
    () => {},
  );
  // If the test fails, the loop must also stop. Otherwise, its next call would go to a server that has stopped.
  onTestFinished(() => {
    stopped = true;
    return ended;
  });
  return {
    stop: () => {
      stopped = true;
      return running;
    },
  };
}

function callOf(server: TestServer, options: Readonly<Record<string, boolean>> = {}) {
  return [{ ...server.services, operator: 'ada' }, { positionals: [], options }, takesNothing] as const;
}

const fromFile = { entries: [oldKey, newKey] };

/** Starts stand-ins for Vault and KMS. Returns their settings, and the key entries that the test makes current in this order. */
async function throughServices() {
  const [vault, kms] = [await vaultStandIn(), await kmsStandIn()];
  const file = join(await freshFolder(), 'app-role');
  await writeFile(file, vault.appRole);
  const { accessKeyId, secretAccessKey } = kms.newAccessKey();
  return {
    entries: [oldKey, 'in-vault:vault:transit/card', `in-kms:kms:${kms.keyIds[0]}`, newKey],
    services: {
      VAULT_ADDR: vault.url,
      VAULT_APPROLE_FILE: file,
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_KMS: kms.url,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
  };
}

async function keysInUse({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ k: string }>`
    select data_key->>'k' as k from application where data_key is not null
    union select hash_key->>'k' from installation
    union select private_key->>'k' from delivery_key where private_key is not null
  `.execute(db);
  return rows.map(({ k }) => k);
}

describe.each(await testStores())('keys on $name', (store) => {
  test.each([
    ['from one of the file to another', async () => ({ ...fromFile, services: {} })],
    ['from the file to Vault, to KMS, and back to the file', throughServices],
  ] as const)(
    'change on two nodes while both serve: no call fails, no row stays under the old key, %s',
    async (_ways, prepareWay) => {
      const { entries, services } = await prepareWay();
      const [firstEntry = '', ...later] = entries;
      const folder = await freshFolder();
      const files = [join(folder, 'first'), join(folder, 'second')] as const;
      const putOnNode = (path: string, ...lines: string[]) => writeFile(path, lines.join('\n'));
      for (const file of files) await putOnNode(file, firstEntry);
      const env = (file: string) => ({ ENCRYPTION_KEYS_FILE: file, LIMITS_FACTOR: '1000', ...services });
      const server = await startTestServer({ store, isShared: false, env: env(files[0]) });
      onTestFinished(server.stop);
      const node = await startTestServer({ database: server.database, env: env(files[1]) });
      onTestFinished(node.stop);
      const nodes = [server, node] as const;

      const forgotten = server.client();
      const { id: earlier } = await prepare(forgotten);
      const signer = await deliverySigner(server.services);
      const applying = nodes.map((each) => keepApplying(each.client));
      let oldEntry = firstEntry;
      for (const newEntry of later) {
        for (const lines of [
          [oldEntry, newEntry],
          [newEntry, oldEntry],
        ])
          for (const [at, each] of nodes.entries()) {
            await putOnNode(files[at] ?? '', ...lines);
            each.readKeysAgain();
            // Writes and reads applications while the nodes have different key rings.
            const tab = each.client();
            await tab.start();
            await create(tab);
          }
        expect((await encryptionStatusCommand(...callOf(server))).exitCode).toBe(3);
        const rotated = await encryptionRotateCommand(...callOf(server));
        expect(rotated).toMatchObject({ exitCode: 0, data: { currentKey: idOf(newEntry), unopened: [] } });
        for (const [at, each] of nodes.entries()) {
          await putOnNode(files[at] ?? '', newEntry);
          each.readKeysAgain();
        }
        expect(await keysInUse(server.database)).toEqual([idOf(newEntry)]);
        oldEntry = newEntry;
      }
      for (const one of applying) expect(await one.stop()).toBeGreaterThan(0);

      expect(await keysInUse(server.database)).toEqual([idOf(oldEntry)]);
      expect((await submit(forgotten, earlier)).status).toBe(200);
      const restarted = await startTestServer({ database: server.database, env: env(files[1]) });
      onTestFinished(restarted.stop);
      expect(await deliverySigner(restarted.services)).toEqual(signer);
      expect(await encryptionStatus(restarted.services)).toMatchObject({
        keys: [{ keyId: idOf(oldEntry), state: 'current' }],
        outdated: 0,
      });
    },
  );

  test('are rewrapped under a new version of a Vault key', async () => {
    const vault = await vaultStandIn();
    const file = join(await freshFolder(), 'token');
    await writeFile(file, vault.newToken());
    const server = await startTestServer({
      store,
      isShared: false,
      env: { ENCRYPTION_KEYS: 'v:vault:transit/card', VAULT_ADDR: vault.url, VAULT_TOKEN_FILE: file },
    });
    onTestFinished(server.stop);
    const client = server.client();
    const { id } = await prepare(client);
    const rotate = async () => (await encryptionRotateCommand(...callOf(server))).data;
    expect(await rotate()).toMatchObject({ rewrapped: 0 });
    vault.rotate('card');
    expect(await rotate()).toMatchObject({ rewrapped: 2, unopened: [] });
    expect(await rotate()).toMatchObject({ rewrapped: 0 });
    expect((await submit(client, id)).status).toBe(200);
  });

  test('in an operator’s own file are not changed by the program', async () => {
    const file = join(await freshFolder(), 'keys');
    await writeFile(file, oldKey);
    const server = await startTestServer({ store, isShared: false, env: { ENCRYPTION_KEYS_FILE: file } });
    onTestFinished(server.stop);
    await expect(encryptionRotateCommand(...callOf(server, { new: true }))).rejects.toThrow(
      'add the new key there yourself',
    );
  });

  test('are replaced only if unchanged since they were read, and a key that cannot be opened is named', async () => {
    const server = await startTestServer({ store, isShared: false });
    onTestFinished(server.stop);
    const { id } = await prepare(server.client());
    const { db } = server.database;
    const { keys } = await pageOfDataKeys(db, undefined, 10);
    const [own] = keys;
    if (!own) throw new Error('There is no data key.');
    const altered = { ...own.wrapped, k: 'gone' };
    const changes = [{ applicationId: id, wrapped: altered, replaces: { ...own.wrapped, n: 'other' } }];
    const tried = await db.transaction().execute((transaction) => replaceDataKeys(transaction, changes));
    expect(tried).toBe(0);
    expect((await pageOfDataKeys(db, undefined, 10)).keys).toEqual(keys);

    await db.updateTable('application').set({ data_key: altered }).where('id', '=', id).execute();
    expect(await rotateKeys(server.services)).toEqual({ rewrapped: 0, unopened: [id] });
    const status = await encryptionStatusCommand(...callOf(server));
    expect(status.exitCode).toBe(3);
    expect(status.text).toContain('gone  MISSING from the ring  1 data key');
  });

  test('are rewrapped page by page, also between applications without a key', async () => {
    const server = await startTestServer({ store, isShared: false });
    onTestFinished(server.stop);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const client = server.client();
      await client.start();
      ids.push((await create(client)).id);
    }
    const { db } = server.database;
    await db
      .updateTable('application')
      .set({ data_key: null })
      .where('id', '=', ids[2] ?? '')
      .execute();
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await pageOfDataKeys(db, after, 2);
      found.push(...page.keys.map(({ applicationId }) => applicationId));
      after = page.next;
    } while (after !== undefined);
    expect(found).toEqual(ids.toSpliced(2, 1));
  });
});
