import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { fileOf } from './command.ts';
import { checkOutput, writeOutput } from './output-files.ts';

const files = ['a.pdf', 'b.pdf'].map((name) => fileOf(name, Buffer.from(name)));
const [file = fileOf('', Buffer.of())] = files;

describe('the files of a command', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await freshFolder();
  });

  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

  test.skipIf(process.platform === 'win32')(
    'and their new folder are private to the operator, whatever the umask',
    async () => {
      const before = process.umask(0);
      onTestFinished(() => void process.umask(before));
      const out = join(folder, 'export');
      const paths = await writeOutput(files, { out, force: false });
      expect(paths).toEqual([join(out, 'a.pdf'), join(out, 'b.pdf')]);
      expect(await modeOf(out)).toBe(0o700);
      for (const path of paths) expect(await modeOf(path)).toBe(0o600);
    },
  );

  test('overwrite others only with --force, and none is written if one exists', async () => {
    await writeFile(join(folder, 'b.pdf'), 'mine');
    await expect(writeOutput(files, { out: folder, force: false })).rejects.toThrow('--force overwrites it');
    expect(await readdir(folder)).toEqual(['b.pdf']);
    await writeOutput(files, { out: folder, force: true });
    expect(await readFile(join(folder, 'b.pdf'), 'utf8')).toBe('b.pdf');
  });

  test('stay in the folder, whatever path their names contain', async () => {
    const paths = await writeOutput([fileOf('../../c.pdf', Buffer.of())], { out: folder, force: false });
    expect(paths).toEqual([join(folder, 'c.pdf')]);
  });

  test('get the given name if there is one file and the name is no folder', async () => {
    expect(await writeOutput([file], { out: join(folder, 'x'), force: false })).toEqual([join(folder, 'x')]);
    await mkdir(join(folder, 'y'));
    for (const out of [join(folder, 'y'), `${join(folder, 'z')}/`])
      expect(await writeOutput([file], { out, force: false })).toEqual([join(out, 'a.pdf')]);
  });

  test('are refused for stdout or one file if there are several', async () => {
    await expect(writeOutput(files, { out: '-', force: true })).rejects.toThrow('name a folder');
    const out = join(folder, 'x');
    await writeFile(out, 'mine');
    await expect(writeOutput(files, { out, force: true })).rejects.toThrow('is not a folder');
    expect(await readFile(out, 'utf8')).toBe('mine');
  });

  test('are refused before the command runs if they could not be written', async () => {
    await writeFile(join(folder, 'x'), 'mine');
    const check = (out: string, force = false) => checkOutput({ out: join(folder, out), force });
    expect(() => check('x')).toThrow('--force overwrites it');
    expect(() => check('none/y')).toThrow('There is no folder');
    expect(() => check('x', true)).not.toThrow();
    expect(() => check('none/')).not.toThrow();
    expect(() => check('y')).not.toThrow();
  });
});
