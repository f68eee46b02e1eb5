/**
 * Tests that a server does not start if it cannot write pending deliveries to its data folder, and that the doctor reports this.
 */
import { chown, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { allStores, freshDataDir, type TestStore } from '../../tests/support/database.ts';
import { runOperator } from '../../tests/support/operator-installation.ts';
import { testSettings } from '../../tests/support/test-server.ts';
import type { Finding } from '../operator/doctor/checks.ts';
import { newKeyEntry } from '../security/key-ring.ts';
import { startServer } from './start-server.ts';

const log = pino({ level: 'silent' });
/** The user id of an unprivileged user of this machine. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** Returns the settings of an installation whose keys are outside its data folder. */
async function environment(store: TestStore): Promise<Record<string, string>> {
  const ENCRYPTION_KEYS = newKeyEntry();
  if (store.name === 'embedded') return { DATA_DIR: await freshDataDir(), ENCRYPTION_KEYS };
  const { databaseUrl = '', dataDir, close } = await store.open({ isShared: false });
  onTestFinished(close);
  return { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ENCRYPTION_KEYS };
}

async function startAndStop(env: Readonly<Record<string, string>>): Promise<void> {
  const server = await startServer(testSettings(env['DATA_DIR'] ?? '', env), log);
  await server.stop();
}

/** Returns the doctor's findings about the data folder. */
async function doctorOf(env: Readonly<Record<string, string>>, uid?: number): Promise<Finding[]> {
  const run = await runOperator(env, ['doctor', '--json'], uid === undefined ? {} : { uid });
  const { findings } = run.json<{ findings: Finding[] }>();
  return findings.filter(({ check }) => check === 'data folder');
}

const fine = { check: 'data folder', state: 'fine', says: 'The server’s user can write to DATA_DIR.' };

describe.skipIf(process.platform === 'win32').each(await allStores())('on $name', (store) => {
  test.each(['outgoing', 'deliveries', 'mail'])(
    'server and doctor refuse if %s is not writable, and say what to set',
    async (name) => {
      const env = await environment(store);
      await startAndStop(env);
      expect(await doctorOf(env)).toEqual([fine]);
      const folder = join(env['DATA_DIR'] ?? '', name);
      await rm(folder, { recursive: true });
      await writeFile(folder, 'no folder');
      const says = expect.stringMatching(
        new RegExp(
          `^${folder}, .*cannot be written by the user \\d+ \\(E\\w+\\)\\. Set DATA_DIR to a folder`,
        ),
      );
      await expect(startAndStop(env)).rejects.toMatchObject({ problems: [says] });
      expect(await doctorOf(env)).toEqual([{ check: 'data folder', state: 'problem', says }]);
    },
  );
});

const postgres = (await allStores()).find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!isRoot || !postgres)('as root, on PostgreSQL', () => {
  test('the doctor checks as the owner of the data folder, and leaves no file of root', async () => {
    const env = await environment(postgres as TestStore);
    const dataDir = env['DATA_DIR'] ?? '';
    await startAndStop(env);
    await chown(dataDir, nobody, nobody);
    expect(await doctorOf(env)).toMatchObject([
      { state: 'problem', says: expect.stringContaining(`cannot be written by the user ${nobody} (EACCES)`) },
      { state: 'problem' },
      { state: 'problem' },
    ]);
    await rm(dataDir, { recursive: true });
    expect(await doctorOf(env)).toMatchObject([
      { state: 'problem', says: expect.stringContaining('does not exist') },
    ]);
    expect(await readdir(dataDir).catch(() => 'not there')).toBe('not there');
  });

  test('the doctor of another user says which user to run as', async () => {
    const env = await environment(postgres as TestStore);
    await startAndStop(env);
    const says = expect.stringContaining('Only root and the server’s user can check');
    expect(await doctorOf(env, nobody)).toMatchObject([{ state: 'advice', says }]);
  });
});
