/** Builds the page into dist/, compressed copies included, when its sources are newer than what is there. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { brotliOptions, codings, gzipOptions, smallestCompressed } from '../server/http/encoded-body.ts';
import { compressedExtensions } from '../server/page/asset-files.ts';
import { assetFolderOf } from '../server/page/assets.ts';

const vite = 'node_modules/vite/bin/vite.js';

const sources = [
  'web',
  'copy',
  'form',
  'api',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build.ts',
  'server/http/encoded-body.ts',
];

/** All files below a path, tests left out. */
function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .flatMap((name) => filesBelow(join(path, name)))
    .filter((file) => !file.includes('.test.'));
}

/** The page that `npm start` serves, and the one that goes on after a reload (VITE_PERSIST_SESSION, D18) for tests. */
export const builds = {
  served: { folder: 'dist', persistSession: process.env['VITE_PERSIST_SESSION'] ?? '' },
  persisting: { folder: 'dist/persisting', persistSession: 'true' },
} as const;

type Build = (typeof builds)[keyof typeof builds];

/** A hash over everything the page is made of, build options included. */
function sourceStamp({ persistSession }: Build): string {
  const hash = createHash('sha256').update(persistSession);
  for (const file of sources.flatMap(filesBelow).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function stampOf({ folder }: Build): string | undefined {
  try {
    return readFileSync(join(folder, 'stamp'), 'utf8');
  } catch {
    return undefined;
  }
}

const compressors = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, brotliOptions),
  gzip: (bytes: Buffer) => gzipSync(bytes, gzipOptions),
};

/** Writes compressed copies of a folder's files beside them; of what would not get smaller there is none. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    if (bytes.length < smallestCompressed) continue;
    for (const coding of codings) {
      const smaller = compressors[coding](bytes);
      if (smaller.length < bytes.length)
        writeFileSync(join(folder, name + compressedExtensions[coding]), smaller);
    }
  }
}

/**
 * Builds the page unless its folder already holds exactly this one. Vite runs in a process of its own, because it sets
 * NODE_ENV, which means something else to the server.
 */
export function buildPage(build: Build = builds.served): void {
  const stamp = sourceStamp(build);
  if (stampOf(build) === stamp) return;
  for (const part of ['web', 'server']) {
    const options = ['--outDir', `../${build.folder}/${part}`, ...(part === 'server' ? ['--ssr'] : [])];
    const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn', ...options], {
      stdio: 'inherit',
      env: { ...process.env, VITE_PERSIST_SESSION: build.persistSession },
    });
    if (status !== 0) throw new Error('The page could not be built.');
  }
  compressFiles(assetFolderOf(build.folder));
  writeFileSync(join(build.folder, 'stamp'), stamp);
}

if (import.meta.main) buildPage();
