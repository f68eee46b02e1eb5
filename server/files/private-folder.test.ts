import { chmod, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { makePrivate, NotPrivate } from './private-folder.ts';

describe.skipIf(process.platform === 'win32')('making a folder private', () => {
  test('changes nothing in a folder that is already private, as on a read-only file system', async () => {
    const folder = await freshFolder();
    await chmod(folder, 0o700);
    const before = await stat(folder, { bigint: true });
    await makePrivate(folder);
    expect((await stat(folder, { bigint: true })).ctimeNs).toBe(before.ctimeNs);
  });

  test("fails with a message if the folder can't be read", async () => {
    const loop = join(await freshFolder(), 'loop');
    await symlink(loop, loop);
    const made = makePrivate(loop);
    await expect(made).rejects.toThrow(NotPrivate);
    await expect(made).rejects.toThrow(
      /loop cannot be made private by the user \d+ \(ELOOP\)\. Use a folder/,
    );
  });
});
