import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Document } from '../../../api/document.ts';
import { apiClient } from '../../../tests/support/api-client.ts';
import { allStores, freshFolder } from '../../../tests/support/database.ts';
import { takesNothing } from '../../../tests/support/operator-call.ts';
import {
  addDocument,
  canaries,
  change,
  create,
  keptSamplePdf,
  prepare,
  samplePdf,
  submit,
} from '../../../tests/support/sample-application.ts';
import type { TestServer } from '../../../tests/support/test-server.ts';
import { startTestServer, testSettings } from '../../../tests/support/test-server.ts';
import type { OperatorContext } from '../../operator/command.ts';
import { storeBackup, storeRestore, storeVerifyBackup } from '../../operator/store/work.ts';
import { newKeyEntry } from '../../security/key-ring.ts';
import { startServer } from '../../start/start-server.ts';
import { storeFacts } from '../queries/store-facts.ts';

const settings = testSettings('unused');

const backUp = (context: OperatorContext, out: string) =>
  storeBackup(context, { positionals: [], options: { out } }, takesNothing);

async function backedUp(server: TestServer): Promise<{ file: string; data: Record<string, unknown> }> {
  const file = join(await freshFolder(), 'backup.tar.gz');
  const context = { ...server.services, operator: 'ada' };
  const { data } = await backUp(context, file);
  return { file, data: data as Record<string, unknown> };
}

const verify = (file: string) => storeVerifyBackup(settings, { positionals: [file], options: {} });
const restore = (file: string, dataDir: string) =>
  storeRestore(settings, { positionals: [file], options: { 'data-dir': dataDir } });

describe('a backup of the embedded store', () => {
  test('made under load restores elsewhere with the same counts, audit heads, documents and sessions', async () => {
    const server = await startTestServer({ env: { LIMITS_FACTOR: '1000' } });
    onTestFinished(server.stop);
    const client = server.client();
    const { id } = await prepare(client);
    const document = await addDocument(client, id);
    const submitted = server.client();
    expect((await submit(submitted, (await prepare(submitted)).id)).status).toBe(200);
    await server.outbox.runOnce();

    let stopped = false;
    const underWay = Promise.withResolvers<void>();
    async function keepWriting(): Promise<void> {
      for (let n = 0; !stopped; n += 1) {
        const tab = server.client();
        await tab.start();
        await change(tab, (await create(tab)).id, { applicationData: { employeeCount: n } });
        underWay.resolve();
      }
    }
    const context = keepWriting();
    await underWay.promise;
    const { file, data } = await backedUp(server);
    stopped = true;
    await context;

    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(file, '..'))).toEqual(['backup.tar.gz']);
    expect((await verify(file)).data).toMatchObject({ whole: true, auditHeads: data['auditHeads'] });

    const dataDir = join(await freshFolder(), 'restored');
    expect((await restore(file, dataDir)).exitCode).toBeUndefined();
    expect((await readdir(dataDir)).sort()).toEqual(['database', 'database.lock', 'deliveries', 'mail']);
    expect(await readdir(join(dataDir, 'deliveries', 'keys'))).toEqual(['quillbrook.public.jwk']);
    expect((await readdir(join(dataDir, 'mail'))).length).toBe(1);

    await copyFile(join(server.database.dataDir, 'encryption-keys'), join(dataDir, 'encryption-keys'));
    const foreign = join(dataDir, '..', 'foreign-keys');
    await writeFile(foreign, newKeyEntry());
    const wrong = testSettings(dataDir, { ENCRYPTION_KEYS_FILE: foreign });
    await expect(startServer(wrong, pino({ level: 'silent' }))).rejects.toThrow(
      'encryption keys are not those',
    );
    const restored = await startServer(testSettings(dataDir), pino({ level: 'silent' }));
    onTestFinished(restored.stop);
    const { schema, counts, auditHeads } = await storeFacts(restored.services.database.db);
    // The start has not changed the restored counts: it writes only the programs' rows, which already existed.
    expect({ schema, counts, auditHeads }).toEqual({
      schema: data['schema'],
      counts: data['counts'],
      auditHeads: data['auditHeads'],
    });
    const same = apiClient(restored.app, { host: client.host, cookies: client.cookies });
    const headers = { 'x-web-session-id': client.webSessionId };
    const opened = await same.send('GET', `/document/${document.id}?session=${client.webSessionId}`);
    expect(opened.status).toBe(200);
    expect(opened.bytes.equals(await keptSamplePdf())).toBe(true);
    expect((await same.send<Document>('POST', `/application/${id}/submit`, { headers })).status).toBe(200);
  });

  test('holds no sensitive value, no encryption key and no private key', async () => {
    const server = await startTestServer();
    onTestFinished(server.stop);
    const client = server.client();
    const { id } = await prepare(client);
    await addDocument(client, id);
    expect((await submit(client, id)).status).toBe(200);
    await server.outbox.runOnce();
    const { file } = await backedUp(server);
    const content = gunzipSync(await readFile(file));
    expect(content.includes('larkspur.example.com')).toBe(true);
    const keys = await readFile(join(server.database.dataDir, 'encryption-keys'), 'utf8');
    const documents = [samplePdf, await keptSamplePdf()];
    const forbidden = [...Object.values(canaries), keys.trim().split(':')[1] ?? '', '"d":', ...documents];
    expect(forbidden.filter((value) => content.includes(value))).toEqual([]);
  });

  test('that was altered or cut short, or is not a backup, is reported and not restored', async () => {
    const server = await startTestServer();
    onTestFinished(server.stop);
    const { file } = await backedUp(server);
    const folder = await freshFolder();
    const altered = join(folder, 'altered');
    const content = gunzipSync(await readFile(file));
    // Change a byte in one of the archive's database files. The archive itself stays readable.
    const at = content.indexOf('PostgreSQL', Math.floor(content.length / 4));
    expect(at).toBeGreaterThan(0);
    content[at] = 0x7f;
    await writeFile(altered, gzipSync(content, { level: 1 }));
    const cut = join(folder, 'cut');
    await copyFile(file, cut);
    await truncate(cut, Math.floor((await stat(file)).size * 0.7));
    const foreign = join(folder, 'foreign');
    await writeFile(foreign, 'no archive');

    for (const [broken, problem] of [
      [altered, 'SHA-256 differs'],
      [cut, 'incomplete or was altered'],
      [foreign, 'incomplete or was altered'],
    ] as const) {
      const { exitCode, text } = await verify(broken);
      expect([exitCode, text]).toEqual([3, expect.stringContaining(problem)]);
      const dataDir = join(folder, 'target');
      await expect(restore(broken, dataDir)).rejects.toThrow(problem);
      expect(await readdir(dataDir).catch(() => [])).toEqual([]);
    }
    const none = join(folder, 'none');
    const notFound = { message: `There is no file ${none}.`, exitCode: 2 };
    await expect(verify(none)).rejects.toMatchObject(notFound);
    await expect(restore(none, join(folder, 'target'))).rejects.toMatchObject(notFound);
  });

  test('never overwrites a file, or a store when restored', async () => {
    const server = await startTestServer();
    onTestFinished(server.stop);
    const { file } = await backedUp(server);
    const context = { ...server.services, operator: 'ada' };
    const again = (out: string) => backUp(context, out);
    await expect(again(file)).rejects.toThrow('already exists');
    await expect(again('backup.tar.gz')).rejects.toThrow('absolute path');
    await expect(again(join(file, '..', 'none', 'b'))).rejects.toThrow('does not exist');
    await expect(restore(file, server.database.dataDir)).rejects.toThrow('is not empty');
    expect(await server.database.ready()).toBe(true);
  });

  test('that names a file outside its folders is refused', async () => {
    const folder = await freshFolder();
    await mkdir(join(folder, 'in'));
    const manifest = {
      version: 1,
      createDateTime: '',
      schema: '',
      counts: {},
      auditHeads: '0'.repeat(64),
      folders: [],
      files: [{ path: 'database/../../escaped', size: 1, sha256: '0'.repeat(64) }],
    };
    await writeFile(join(folder, 'in', 'manifest.json'), JSON.stringify(manifest));
    const file = join(folder, 'archive');
    await promisify(execFile)('tar', ['-czf', file, '-C', join(folder, 'in'), 'manifest.json']);
    expect((await verify(file)).text).toContain('cannot read the manifest');
  });
});

const others = (await allStores()).filter(({ name }) => name !== 'embedded');
test.each(others)('a store on $name is backed up by its own tools', async (store) => {
  const server = await startTestServer({ store });
  onTestFinished(server.stop);
  const context = { ...server.services, operator: 'ada' };
  await expect(backUp(context, '/never')).rejects.toThrow('docs/operating.md');
});
