/** Tests how callers prove their identity through the socket, with real users if the tests run as root. */
import { execFileSync } from 'node:child_process';
import { chmod, link, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../../tests/support/database.ts';
import { makeProof, openProofs, proofFolder } from './socket-proof.ts';

/** Ada is the user whom Mallory tries to impersonate. */
const ada = 65_001;
const mallory = 65_002;
const isRoot = process.getuid?.() === 0;

/** Creates a folder that every user may enter, and in it the folder for the proof files of a shared socket. */
async function openShared() {
  const folder = await mkdtemp(join(tmpdir(), 'proofs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  const socket = join(folder, 'operator.sock');
  const proofs = await openProofs(socket, { shared: true });
  return { ...proofs, socket, folder, pathOf: (name: string) => join(proofFolder(socket), name) };
}

/** Runs a shell script as an unprivileged user. */
function as(uid: number, script: string, ...args: readonly string[]): void {
  execFileSync('sh', ['-euc', script, 'sh', ...args], { uid, gid: uid, env: {}, stdio: 'ignore' });
}

describe.skipIf(process.platform === 'win32')('a proof', () => {
  test('names the user of the process that created it, once', async () => {
    const { socket, want, proved, pathOf } = await openShared();
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    const wanted = want();
    await makeProof(socket, wanted);
    const { uid } = await stat(pathOf(wanted.name));
    expect(await proved(wanted.token)).toBe(uid);
    expect(await readdir(proofFolder(socket))).toEqual([]);
    await makeProof(socket, wanted);
    expect(await proved(wanted.token)).toBeUndefined();
  });

  test('fails if the file is missing, is no file, or has another content, mode or name', async () => {
    const { want, proved, pathOf, folder } = await openShared();
    const ways: Readonly<Record<string, (path: string, name: string) => Promise<unknown>>> = {
      missing: async () => undefined,
      empty: (path) => writeFile(path, '', { mode: 0o644 }),
      'another content': (path, name) => writeFile(path, name.replaceAll(/./g, '0'), { mode: 0o644 }),
      'written by others': async (path, name) => {
        await writeFile(path, name);
        await chmod(path, 0o666);
      },
      'a folder': (path) => mkdir(path),
      'a pipe': async (path) => execFileSync('mkfifo', [path]),
      'a link': async (path, name) => {
        await writeFile(join(folder, name), name, { mode: 0o644 });
        await symlink(join(folder, name), path);
      },
      'a second name of a file': async (path, name) => {
        await writeFile(join(folder, name), name, { mode: 0o644 });
        await link(join(folder, name), path);
      },
    };
    for (const [way, make] of Object.entries(ways)) {
      const { name, token } = want();
      await make(pathOf(name), name);
      expect([way, await proved(token)]).toEqual([way, undefined]);
    }
    expect(await proved('0'.repeat(32))).toBeUndefined();
  });

  test('is only created as a file next to the socket', async () => {
    const { socket } = await openShared();
    for (const name of ['../operator.sock', '/etc/cron.d/x', '.bashrc', 'F'.repeat(32)])
      await expect(makeProof(socket, { name, token: '' })).rejects.toThrow('another kind of file');
  });

  describe.skipIf(!isRoot)('of another user', () => {
    const writeProof = 'printf %s "$2" > "$1"; chmod 644 "$1"';

    test('names that user', async () => {
      const { want, proved, pathOf } = await openShared();
      const { name, token } = want();
      as(mallory, writeProof, pathOf(name), name);
      expect(await proved(token)).toBe(mallory);
    });

    test('rejects another user’s file, whether linked, renamed or overwritten', async () => {
      const { folder, want, proved, pathOf } = await openShared();
      const drop = join(folder, 'drop');
      await mkdir(drop);
      await chmod(drop, 0o777);
      const renamed = want();
      as(ada, 'echo mine > "$1"; chmod 666 "$1"', join(drop, 'a'));
      // Ada lets everyone write her file, so Mallory can write the required name into it. But he cannot remove the permission of
      // other users to write it, because the file is not his.
      as(mallory, 'printf %s "$3" > "$1"; mv "$1" "$2"', join(drop, 'a'), pathOf(renamed.name), renamed.name);
      expect((await stat(pathOf(renamed.name))).uid).toBe(ada);
      expect(await proved(renamed.token)).toBeUndefined();

      const unread = want();
      as(ada, 'echo mine > "$1"; chmod 644 "$1"', join(drop, 'b'));
      as(mallory, 'mv "$1" "$2"', join(drop, 'b'), pathOf(unread.name));
      expect(await proved(unread.token)).toBeUndefined();

      // A rename moves Ada's proof from the name that the server gave to her to the name that it gave to Mallory.
      const [hers, his] = [want(), want()];
      as(ada, writeProof, pathOf(hers.name), hers.name);
      await rename(pathOf(hers.name), pathOf(his.name));
      expect(await proved(his.token)).toBeUndefined();
    });

    test('can be neither listed nor removed by others', async () => {
      const { want, proved, pathOf, socket } = await openShared();
      const { name, token } = want();
      as(ada, writeProof, pathOf(name), name);
      expect(() => as(mallory, 'ls "$1"', proofFolder(socket))).toThrow();
      expect(() => as(mallory, 'rm -f "$1"', pathOf(name))).toThrow();
      expect(() => as(mallory, 'mv "$1" "$1.mine"', pathOf(name))).toThrow();
      expect(await proved(token)).toBe(ada);
    });
  });
});

test.skipIf(process.platform === 'win32')(
  'the folder of proofs is the owner’s alone unless it is shared',
  async () => {
    const socket = join(await freshFolder(), 'operator.sock');
    await mkdir(proofFolder(socket));
    await writeFile(join(proofFolder(socket), 'of a killed server'), '');
    const { close } = await openProofs(socket, { shared: false });
    expect((await stat(proofFolder(socket))).mode & 0o7777).toBe(0o700);
    expect(await readdir(proofFolder(socket))).toEqual([]);
    await close();
  },
);
