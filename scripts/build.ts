/** Builds the page into dist/, when its sources are newer than what is there. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stampFile = 'dist/stamp';
const sources = ['web', 'form', 'api', 'vite.config.ts', 'package-lock.json'];

/** All files below a path, tests left out. */
function filesBelow(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .flatMap((name) => filesBelow(join(path, name)))
    .filter((file) => !file.includes('.test.'));
}

/** A hash over everything the page is made of, build options included. */
function sourceStamp(): string {
  const hash = createHash('sha256').update(process.env['VITE_PERSIST_SESSION'] ?? '');
  for (const file of sources.flatMap(filesBelow).sort()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

function builtStamp(): string | undefined {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Builds the page unless dist/ already holds exactly this one. Vite runs in a process of its own, because it sets
 * NODE_ENV, which means something else to the server.
 */
export function buildPage(): void {
  const stamp = sourceStamp();
  if (builtStamp() === stamp) return;
  for (const options of [[], ['--ssr']]) {
    const vite = ['vite', 'build', '--logLevel', 'warn', ...options];
    const { status } = spawnSync('npx', vite, { stdio: 'inherit', shell: process.platform === 'win32' });
    if (status !== 0) throw new Error('The page could not be built.');
  }
  writeFileSync(stampFile, stamp);
}

if (import.meta.main) buildPage();
