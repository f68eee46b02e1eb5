/**
 * Tests that the product lists, decrypts and verifies the applications of a filled store in the same way as real applications.
 * Also tests that a store with real applications is not filled.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import { allStores } from '../../../tests/support/database.ts';
import { operatorOf } from '../../../tests/support/operator-call.ts';
import { business, create } from '../../../tests/support/sample-application.ts';
import { startTestServer } from '../../../tests/support/test-server.ts';
import { checkLoopback, fillStore, NotToBeFilled } from './fill-store.ts';

const onPostgres = (await allStores()).filter(({ name }) => name === 'PostgreSQL');

describe.each(onPostgres)('a store on $name', (store) => {
  async function started() {
    const database = await store.open({ isShared: false });
    const server = await startTestServer({ database });
    onTestFinished(async () => {
      await server.stop();
      await database.close();
    });
    const { databaseUrl = '', dataDir } = database;
    const fill = (applications: number) =>
      fillStore({ databaseUrl, dataDir, applications, threads: 2, months: 30, tell: () => {} });
    return { server, operator: operatorOf(server), fill };
  }

  test('is filled with applications that the product verifies, lists and opens', async () => {
    const { operator, fill } = await started();
    expect(await fill(25)).toBe(25);
    expect(await operator(['audit', 'verify'])).toMatchObject({
      exitCode: 0,
      data: { applications: 25, faultCount: 0 },
    });
    const list = await operator(['applications', 'list']);
    const { applications }: { applications: readonly { id: string; createDateTime: string }[] } = list.data;
    expect(applications).toHaveLength(25);
    expect(applications.map(({ createDateTime }) => createDateTime)).toEqual(
      applications
        .map(({ createDateTime }) => createDateTime)
        .toSorted()
        .reverse(),
    );
    for (const { id } of applications.slice(0, 3)) {
      const shown = await operator(['applications', 'show', id, '--reveal', '--reason', 'a test']);
      expect(JSON.stringify(shown.data)).toContain(business.businessName);
    }
    await expect(fill(1)).rejects.toThrow('filled before');
  });

  test('that contains a real application is not filled', async () => {
    const { server, fill } = await started();
    const client = server.client();
    await client.start();
    await create(client);
    await expect(fill(1)).rejects.toThrow(NotToBeFilled);
  });
});

test.each([
  'postgresql://db.example/x',
  'postgresql://u@10.0.0.1/x',
  'postgresql://localhost/x?host=db.example',
])('a database at %s is refused, because it is not on this machine', (url) => {
  expect(() => checkLoopback(url)).toThrow(NotToBeFilled);
});
