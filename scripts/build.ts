/**
 * Builds the page and the server into dist/, from which `npm start` runs, and compresses the page's files. Builds each part only
 * if its sources have changed.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { checkedOutCommit, commitFile } from '../server/config/build-info.ts';
import { brotliOptions, codings, gzipOptions, smallestCompressed } from '../server/http/encoded-body.ts';
import { compressedExtensions } from '../server/page/asset-files.ts';
import { assetFolderOf } from '../server/page/assets.ts';
import { hashOf, isServerBuilt, pageSources, serverFolder, serverSources, stampIn } from './build-stamp.ts';
import { commitHere } from './commit.ts';

const vite = 'node_modules/vite/bin/vite.js';

/**
 * The builds of the page: one that `npm start` serves, and one for tests in which the session must continue after a reload
 * (VITE_PERSIST_SESSION, D18).
 */
export const builds = {
  served: { folder: 'dist', persistSession: process.env['VITE_PERSIST_SESSION'] ?? '' },
  persisting: { folder: 'dist/persisting', persistSession: 'true' },
} as const;

type Build = (typeof builds)[keyof typeof builds];

const compressors = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, brotliOptions),
  gzip: (bytes: Buffer) => gzipSync(bytes, gzipOptions),
};

/** Writes compressed copies next to each file in a folder. Skips very small files, and copies that would not be smaller. */
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

/** Runs a Node script in a separate process. Throws if the script fails. */
function run(args: readonly string[], env: NodeJS.ProcessEnv = process.env): void {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
  if (status !== 0) throw new Error(`The build step failed: ${args.join(' ')}`);
}

/**
 * Builds the page unless its folder already contains this build. Vite runs in a separate process, because the server and the
 * tests give NODE_ENV a different meaning than Vite does.
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

/** Bundles the server into `dist/server/` if its sources have changed. Always writes the current commit there. */
export function buildServer(): void {
  if (!isServerBuilt()) {
    run(['scripts/build-server.ts', serverFolder]);
    writeFileSync(join(serverFolder, 'stamp'), hashOf(serverSources));
  }
  // Reads the commit from git's files if git refuses because another user owns the folder.
  writeFileSync(join(serverFolder, commitFile), commitHere() ?? checkedOutCommit('.') ?? '');
}

if (import.meta.main) {
  buildPage();
  buildServer();
}
