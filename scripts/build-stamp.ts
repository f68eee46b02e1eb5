/**
 * Determines whether `dist/` was built from the current sources. Imports no package, because the operator's command line uses
 * this module in production, where the packages that the sources import are not installed.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const shared = ['copy', 'form', 'api', 'package-lock.json'];
/** The files and folders that the page is built from. */
export const pageSources = [
  ...shared,
  'web',
  'vite.config.ts',
  'scripts/build.ts',
  'scripts/build-stamp.ts',
  'server/http/encoded-body.ts',
];
/** The files and folders that the server is built from. */
export const serverSources = [...shared, 'server', 'web/theme/neutral.css', 'scripts/build-server.ts'];

/** Returns all files below a path, except tests. */
function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .flatMap((name) => filesBelow(join(path, name)))
    .filter((file) => !file.includes('.test.'));
}

/** Returns a hash of source files and of the build's options. */
export function hashOf(sources: readonly string[], options = ''): string {
  const hash = createHash('sha256').update(options);
  for (const file of sources.flatMap(filesBelow).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Returns the hash of the sources from which a folder was built, or undefined if the folder has no complete build. */
export function stampIn(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'stamp'), 'utf8');
  } catch {
    return undefined;
  }
}

export const serverFolder = 'dist/server';

/** Returns whether `dist/server/` was built from the current sources. */
export const isServerBuilt = (): boolean => stampIn(serverFolder) === hashOf(serverSources);
