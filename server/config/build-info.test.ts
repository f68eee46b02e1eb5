import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder } from '../../tests/support/database.ts';
import { buildInfo, checkedOutCommit } from './build-info.ts';

const packageJson: { readonly version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const commit = '3c154d6c5bdbc6ae8f1e2d3c4b5a69788796a5b4';
const other = 'f'.repeat(40);

/** Creates a folder with these files and returns its path. */
async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await freshFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), `${text}\n`);
  }
  return folder;
}

describe('the checked-out commit', () => {
  const layouts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'on a branch': { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': commit },
    'on no branch': { '.git/HEAD': commit, '.git/refs/heads/main': other },
    'on a packed branch': {
      '.git/HEAD': 'ref: refs/heads/main',
      '.git/packed-refs': `# pack-refs with: peeled\n${other} refs/heads/a/refs/heads/main\n${commit} refs/heads/main`,
    },
    'on a branch that has moved since it was packed': {
      '.git/HEAD': 'ref: refs/heads/main',
      '.git/refs/heads/main': commit,
      '.git/packed-refs': `${other} refs/heads/main`,
    },
    'in a worktree': {
      '.git': 'gitdir: repository/worktrees/one',
      'repository/worktrees/one/HEAD': 'ref: refs/heads/one',
      'repository/worktrees/one/commondir': '../..',
      'repository/refs/heads/one': commit,
    },
  };

  test.each(Object.keys(layouts))('is read from git’s own files %s', async (name) => {
    expect(checkedOutCommit(await folderWith(layouts[name] ?? {}))).toBe(commit);
  });

  test.each([
    {},
    { '.git/HEAD': 'ref: refs/heads/none' },
    { '.git/HEAD': 'anything' },
    { '.git': 'gitdir: /nowhere' },
  ])('is unknown if there is none: %o', async (files) => {
    expect(checkedOutCommit(await folderWith(files))).toBeUndefined();
  });
});

test('sources report git’s commit, the version of package.json, and this Node', () => {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
  expect(buildInfo).toEqual({ version: packageJson.version, commit, node: process.version.slice(1) });
});
