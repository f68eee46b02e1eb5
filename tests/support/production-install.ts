/**
 * Creates the same files as `npm ci --omit=dev` and the build, without using the network: the production packages and `dist/`,
 * but no sources.
 */
import { cp, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildServer } from '../../scripts/build.ts';
import type { Lockfile } from '../../scripts/lockfile.ts';
import { read, root } from './repository.ts';

/** Returns true for the npm packages that contain Node itself. Production machines may install Node differently. */
const isNode = (path: string) => /^node_modules\/node-(bin-)?(linux|darwin|win)/.test(path);

/** Files and folders of the repository that production reads in addition to `dist/` and the packages. */
const besides = ['package.json', 'programs'];

/** Copies a production install, except Node, into an empty folder. The page must have been built before. */
export async function makeProductionInstall(folder: string): Promise<void> {
  buildServer();
  const { packages }: Lockfile = JSON.parse(read('package-lock.json'));
  const wanted = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link && !isNode(path))
    .map(([path]) => path);
  for (const path of wanted) await copyPackage(path, folder);
  for (const name of ['first-screen', 'server', 'stamp', 'web'])
    await cp(join(root, 'dist', name), join(folder, 'dist', name), { recursive: true });
  for (const name of besides) await cp(join(root, name), join(folder, name), { recursive: true });
}

/** Copies a package without the packages nested in it. Skips packages for other platforms, which are not installed. */
async function copyPackage(path: string, folder: string): Promise<void> {
  const from = join(root, path);
  const names = await readdir(from).catch(() => []);
  if (names.length === 0) return;
  await mkdir(join(folder, path), { recursive: true });
  for (const name of names)
    if (name !== 'node_modules') await cp(join(from, name), join(folder, path, name), { recursive: true });
}

/** Returns the total size in bytes of all files below a folder. */
export async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => lstat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
