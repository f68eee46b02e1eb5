import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { read } from '../tests/support/repository.ts';
import type { LockedPackage, Lockfile } from './lockfile.ts';
import { packageProblems } from './lockfile.ts';

const lockfile: Lockfile = JSON.parse(read('package-lock.json'));

test('every package has one version and hash, comes from the registry, runs nothing when installed, and may be shipped', () => {
  expect(packageProblems(packageJson, lockfile)).toEqual([]);
  expect(Object.keys(lockfile.packages).length).toBeGreaterThan(200);
});

describe('packageProblems', () => {
  const none = { dependencies: {}, devDependencies: {}, optionalDependencies: {} };
  const good: LockedPackage = {
    version: '1.0.0',
    integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}`,
    license: 'MIT',
  };
  const locked = (one: LockedPackage): Lockfile => ({
    lockfileVersion: 3,
    packages: { '': {}, 'node_modules/a': one },
  });

  test('returns none for a package that obeys all rules', () => {
    expect(packageProblems(none, locked(good))).toEqual([]);
    expect(packageProblems(none, locked({ ...good, license: '(MIT OR GPL-3.0-only)' }))).toEqual([]);
  });

  test.each<[string, Partial<LockedPackage>]>([
    ['a version range', { version: '^1.0.0' }],
    ['a repository', { resolved: 'git+ssh://git@example.com/a.git#0123' }],
    ['another address', { resolved: 'http://example.com/a.tgz' }],
    ['a folder', { link: true }],
    ['no hash', { integrity: '' }],
    ['a weak hash', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }],
    ['a script', { hasInstallScript: true }],
    ['a license that we may not ship', { license: 'GPL-3.0-or-later' }],
    ['a license with a part that we may not ship', { license: 'MIT AND GPL-3.0-or-later' }],
    ['no license', { license: '' }],
  ])('returns one for %s', (_, changed) => {
    expect(packageProblems(none, locked({ ...good, ...changed }))).toHaveLength(1);
  });

  test('returns one for a folder that is no workspace, and for a workspace’s dependency without an exact version', () => {
    const withWorkspace = (version: string): Lockfile => ({
      lockfileVersion: 3,
      packages: {
        '': {},
        'ours/b': { devDependencies: { a: version } },
        'node_modules/b': { link: true, resolved: 'ours/b' },
        'node_modules/a': good,
      },
    });
    const workspaces = ['ours/b'];
    expect(packageProblems({ ...none, workspaces }, withWorkspace('1.0.0'))).toEqual([]);
    expect(packageProblems({ ...none, workspaces }, withWorkspace('^1.0.0'))).toHaveLength(1);
    expect(packageProblems(none, withWorkspace('1.0.0'))).not.toEqual([]);
  });

  test.each(['^1.0.0', 'latest', '*', 'git+https://example.com/a.git', 'file:../a', 'npm:b@1.0.0'])(
    'returns one for a dependency requested as %s',
    (version) => {
      expect(packageProblems({ ...none, dependencies: { a: version } }, locked(good))).toHaveLength(1);
    },
  );
});
