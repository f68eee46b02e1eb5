/** Tests that builds are reproducible: the same sources produce the same bytes, and verification finds a changed byte. */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { freshFolder } from '../tests/support/database.ts';
import { makeProductionInstall } from '../tests/support/production-install.ts';
import type { Provenance } from './provenance.ts';
import { differences, hashesIn } from './provenance.ts';

/** Copies the sources into a new folder, builds them there, and returns the folder. */
async function built(): Promise<string> {
  const folder = await freshFolder();
  const sources = ['api', 'copy', 'form', 'programs', 'scripts', 'server', 'web'];
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', 'vite.config.ts'];
  for (const entry of [...sources, ...files]) await cp(entry, join(folder, entry), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/provenance.ts'], { cwd: folder });
  return folder;
}

/** Verifies the build in a folder. Returns the command's output. `ok` is true if the command found no difference. */
function verified(folder: string): { readonly ok: boolean; readonly output: string } {
  try {
    const output = execFileSync(process.execPath, ['scripts/provenance.ts', '--verify'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { ok: true, output };
  } catch (error) {
    return { ok: false, output: String((error as { stdout: unknown }).stdout) };
  }
}

test('two builds in two folders give the same bytes; a changed, added or removed file is named', async () => {
  const [one, other] = [await built(), await built()];
  const files = hashesIn(join(one, 'dist'));
  expect(Object.keys(files).length).toBeGreaterThan(30);
  expect(Object.keys(files)).toContain('server/start/main.js');
  expect(hashesIn(join(other, 'dist'))).toEqual(files);
  expect(verified(one)).toMatchObject({ ok: true });

  await writeFile(join(one, 'dist/server/start/main.js'), '\n', { flag: 'a' });
  await writeFile(join(one, 'dist/web/assets/more.js'), '');
  await rm(join(one, 'dist/first-screen/render-intro.js'));
  const { ok, output } = verified(one);
  expect(ok).toBe(false);
  expect(output.split('\n').slice(0, 3)).toEqual([
    'first-screen/render-intro.js is missing',
    'server/start/main.js was changed',
    'web/assets/more.js was added',
  ]);
});

test('a changed package-lock.json is reported', () => {
  const said: Provenance = { commit: null, lockfile: 'a', files: {} };
  expect(differences(said, { lockfile: 'b', files: {} })).toEqual(['package-lock.json was changed']);
});

test('the bill of materials lists what production installs and what the build bundles, and no tool', async () => {
  const install = await freshFolder();
  await makeProductionInstall(install);
  execFileSync(process.execPath, ['scripts/sbom.ts']);
  const bill: { components: { name: string }[] } = JSON.parse(await readFile('dist/sbom.cdx.json', 'utf8'));
  const listed = bill.components.map(({ name }) => name);
  const packages = globSync('node_modules/{*,@*/*}/package.json', { cwd: install }).map((file) =>
    dirname(file).slice('node_modules/'.length),
  );
  expect(packages.length).toBeGreaterThan(40);
  const bundled = [
    'react',
    'react-dom',
    'scheduler',
    'wouter',
    'fastify',
    'avvio',
    'pg',
    'pg-protocol',
    'nodemailer',
  ];
  expect(listed).toEqual(expect.arrayContaining([...packages, ...bundled]));
  // A production install can verify its files, too, although it lacks the packages that a build needs.
  for (const name of ['package-lock.json', 'scripts', 'server'])
    await cp(name, join(install, name), { recursive: true });
  const lockfile = createHash('sha256')
    .update(await readFile('package-lock.json'))
    .digest('hex');
  const record: Provenance = { commit: null, lockfile, files: hashesIn(join(install, 'dist')) };
  await writeFile(join(install, 'dist/provenance.json'), JSON.stringify(record));
  expect(verified(install)).toMatchObject({ ok: true });
  expect(listed.filter((name) => ['vite', 'vitest', 'typescript', 'fast-check'].includes(name))).toEqual([]);
});
