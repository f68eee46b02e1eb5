/**
 * Tests that only the installation's user can read the installation's files, whatever the folder's permissions and the umask are.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshDataDir, freshFolder } from '../../tests/support/database.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { httpClient } from '../../tests/support/http-client.ts';
import { runOperator } from '../../tests/support/operator-installation.ts';
import { prepare, submit } from '../../tests/support/sample-application.ts';

/** Starts the real server with umask 0. Resolves when it serves requests. If it ends first, resolves with its output. */
async function serveWithoutMask(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const main = `${import.meta.dirname}/main.ts`;
  const server = spawn('sh', ['-c', 'umask 0; exec "$0" "$1"', process.execPath, main], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: `${port}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text: Buffer) => {
      said += text;
    });
  const ended = once(server, 'close').then(([code]) => ({ code: code as number | null, said }));
  const ready = (async () => {
    while (!said.includes('Ready at')) await once(server.stdout, 'data');
    return undefined;
  })();
  ready.catch(() => undefined);
  return { port, refused: await Promise.race([ready, ended]), ended, stop: () => server.kill('SIGTERM') };
}

/**
 * Returns the mode and the path of each file and folder that is open to other users: `folder` itself, and everything below it.
 */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = [
    folder,
    ...entries.filter((one) => !one.isSymbolicLink()).map((one) => join(one.parentPath, one.name)),
  ];
  const found: string[] = [];
  for (const path of paths) {
    const mode = (await lstat(path)).mode & 0o777;
    if ((mode & 0o077) !== 0) found.push(`${mode.toString(8)} ${path.slice(folder.length)}`);
  }
  return found;
}

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  test('that everyone may read and write becomes private, with all that is written there', async () => {
    const parent = await freshFolder();
    const dataDir = join(parent, 'data');
    await mkdir(dataDir);
    await chmod(dataDir, 0o777);
    const heads = join(parent, 'heads');
    const { port, refused, ended, stop } = await serveWithoutMask(dataDir, { AUDIT_HEADS_SINK: heads });
    expect(refused).toBeUndefined();
    const applicant = httpClient(`http://127.0.0.1:${port}`);
    const { id } = await prepare(applicant);
    expect((await submit(applicant, id)).status).toBe(200);
    const env = { DATA_DIR: dataDir };
    await expect
      .poll(async () => (await runOperator(env, ['deliveries', 'list', '--json'])).stdout)
      .toMatch(/"sent"[\s\S]*"sent"/);
    const backup = join(parent, 'backup.tar.gz');
    expect(await runOperator(env, ['store', 'backup', '--out', backup])).toMatchObject({ exitCode: 0 });
    await expect.poll(() => readdir(heads).catch(() => [])).not.toEqual([]);
    const names = await readdir(dataDir);
    expect(names).toEqual(
      expect.arrayContaining(['database', 'deliveries', 'encryption-keys', 'mail', 'operator.sock']),
    );
    expect(await openToOthers(dataDir)).toEqual([]);
    expect(await openToOthers(heads)).toEqual([]);
    expect((await lstat(backup)).mode & 0o777).toBe(0o600);
    stop();
    await ended;

    const restored = join(parent, 'restored');
    await mkdir(restored);
    await chmod(restored, 0o777);
    const restore = ['store', 'restore', backup, '--data-dir', restored];
    expect(await runOperator(env, restore)).toMatchObject({ exitCode: 0 });
    expect(await openToOthers(restored)).toEqual([]);
  });

  test('that an older build left open is made private at the next start, without following its links', async () => {
    const dataDir = await freshDataDir();
    const outside = join(await freshFolder(), 'outside');
    await writeFile(outside, 'of somebody else');
    await chmod(outside, 0o644);
    await symlink(outside, join(dataDir, 'database', 'link'));
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true }))
      if (!entry.isSymbolicLink())
        await chmod(join(entry.parentPath, entry.name), entry.isFile() ? 0o666 : 0o777);
    await chmod(dataDir, 0o755);
    const ENCRYPTION_KEYS = `key-1:${Buffer.from([...Array(32).keys()]).toString('base64')}`;
    const listed = await runOperator({ DATA_DIR: dataDir, ENCRYPTION_KEYS }, ['applications', 'list']);
    expect(listed).toMatchObject({ exitCode: 0 });
    expect(await openToOthers(dataDir)).toEqual([]);
    expect((await lstat(outside)).mode & 0o777).toBe(0o644);
  });

  test('that is shared by all users of the machine is refused with a message', async () => {
    const dataDir = await freshFolder();
    await chmod(dataDir, 0o1777);
    const { refused } = await serveWithoutMask(dataDir);
    expect(refused).toEqual({ code: 1, said: expect.stringContaining(`${dataDir} is open to every user`) });
    expect(await readdir(dataDir)).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'of another user that everyone may write is refused with a message',
    async () => {
      const dataDir = await freshFolder();
      await chown(dataDir, 65_534, 65_534);
      await chmod(dataDir, 0o757);
      const { refused } = await serveWithoutMask(dataDir);
      expect(refused).toEqual({ code: 1, said: expect.stringContaining(`${dataDir} is open to every user`) });
      expect(await readdir(dataDir)).toEqual([]);
    },
  );
});
