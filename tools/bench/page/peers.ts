/**
 * Installs, builds and serves the comparison pages (peers) in `tools/bench/peers/`: the form's first screens as other teams would
 * build them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from '../../../scripts/build.ts';
import { type ServedPage, servePage } from './serve-page.ts';

const folder = join(import.meta.dirname, '../peers');
const root = join(import.meta.dirname, '../../..');

/** The names of the comparison pages, by folder. */
const peers = { mui: 'MUI, react-hook-form, zod', rjsf: 'rjsf, MUI theme', surveyjs: 'SurveyJS' } as const;

function run(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): void {
  const { status } = spawnSync(command, args, {
    cwd,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}.`);
}

function changedAt(file: string): number {
  return statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * Installs the packages of the comparison pages below `tools/bench/peers/`, unless the packages in the current lockfile are
 * already installed.
 */
export function installPeers(): void {
  if (changedAt('node_modules/.package-lock.json') > changedAt('package-lock.json')) return;
  run('npm', ['ci', '--no-audit', '--no-fund'], folder);
}

/** Installs and builds every comparison page, and serves each on its own port. */
export async function servePeers(): Promise<readonly (ServedPage & { readonly name: string })[]> {
  installPeers();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  return Promise.all(
    Object.entries(peers).map(async ([peer, name]) => {
      const built = join(root, 'dist/peers', peer);
      const config = ['--config', join(folder, 'vite.config.ts'), '--outDir', built, '--logLevel', 'warn'];
      run(process.execPath, [vite, 'build', folder, ...config], root, { PEER: peer });
      const assets = join(built, 'assets');
      compressFiles(assets);
      const document = readFileSync(join(built, 'index.html'), 'utf8');
      return { name, ...(await servePage({ '/': document }, assets)) };
    }),
  );
}
