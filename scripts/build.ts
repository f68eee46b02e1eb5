/**
 * Builds what `npm start` runs into dist/, each part when its sources have changed since: the page with its compressed
 * copies, and the server.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { checkedOutCommit, commitFile } from '../server/config/build-info.ts';
import { brotliOptions, codings, gzipOptions, smallestCompressed } from '../server/http/encoded-body.ts';
import { compressedExtensions } from '../server/page/asset-files.ts';
import { assetFolderOf } from '../server/page/assets.ts';
import { commitHere } from './commit.ts';

const vite = 'node_modules/vite/bin/vite.js';

const shared = ['copy', 'form', 'api', 'package-lock.json'];
const pageSources = [...shared, 'web', 'vite.config.ts', 'scripts/build.ts', 'server/http/encoded-body.ts'];
const serverSources = [...shared, 'server', 'scripts/build-server.ts'];

/** All files below a path, tests left out. */
function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .flatMap((name) => filesBelow(join(path, name)))
    .filter((file) => !file.includes('.test.'));
}

/** A hash over files and what else decides the result. */
function hashOf(sources: readonly string[], options = ''): string {
  const hash = createHash('sha256').update(options);
  for (const file of sources.flatMap(filesBelow).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** What the folder was built from; undefined where nothing whole is. */
function stampIn(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, 'stamp'), 'utf8');
  } catch {
    return undefined;
  }
}

/** The page that `npm start` serves, and the one that goes on after a reload (VITE_PERSIST_SESSION, D18) for tests. */
export const builds = {
  served: { folder: 'dist', persistSession: process.env['VITE_PERSIST_SESSION'] ?? '' },
  persisting: { folder: 'dist/persisting', persistSession: 'true' },
} as const;

type Build = (typeof builds)[keyof typeof builds];

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

/** Runs a script of Node in a process of its own; throws where it fails. */
function run(args: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  if (status !== 0) throw new Error(`Not built: ${args.join(' ')}`);
}

/**
 * Builds the page unless its folder already holds exactly this one. Vite runs in a process of its own, because
 * NODE_ENV means something else to the server, and to a test that builds.
 */
export function buildPage({ folder, persistSession }: Build = builds.served): void {
  const stamp = hashOf(pageSources, persistSession);
  if (stampIn(folder) === stamp) return;
  const viteBuild = [vite, 'build', '--logLevel', 'warn', '--outDir'];
  const env = { ...process.env, NODE_ENV: 'production', VITE_PERSIST_SESSION: persistSession };
  run([...viteBuild, `../${folder}/web`], env);
  run([...viteBuild, `../${folder}/first-screen`, '--ssr'], env);
  compressFiles(assetFolderOf(folder));
  writeFileSync(join(folder, 'stamp'), stamp);
}

/**
 * Bundles the server into `dist/server/` unless exactly this one is there, and notes the commit there. A commit that changes
 * none of its sources bundles nothing.
 */
export function buildServer(): void {
  const folder = 'dist/server';
  const stamp = hashOf(serverSources);
  if (stampIn(folder) !== stamp) {
    run(['scripts/build-server.ts', folder]);
    writeFileSync(join(folder, 'stamp'), stamp);
  }
  // Git refuses to speak of a folder that another user owns; its files still say the commit.
  writeFileSync(join(folder, commitFile), commitHere() ?? checkedOutCommit('.') ?? '');
}

if (import.meta.main) {
  buildPage();
  buildServer();
}
