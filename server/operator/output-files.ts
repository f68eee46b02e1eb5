/** Writes what a command hands over, as the operator's own files that nobody else may read (0600). */
import { existsSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '../durable-file.ts';
import { type OperatorFile, OperatorProblem } from './command.ts';

/** Where files go: `--out`, and whether they may take the place of others. */
export interface Output {
  readonly out: string | undefined;
  readonly force: boolean;
}

/** Refuses before anything is done what could not be written afterwards. */
export function checkOutput({ out, force }: Output): void {
  if (out === undefined || isFolder(out)) return;
  if (existsSync(out) && !force) throw alreadyThere(out);
  if (!isFolder(dirname(out)) && !out.endsWith('/'))
    throw new OperatorProblem(`There is no folder ${dirname(out)}.`);
}

/**
 * Writes files into a folder, or one file under a name; without `--out` into the current folder. None is written where
 * one of them is there already. Answers the paths.
 */
export async function writeOutput(
  files: readonly OperatorFile[],
  { out = '.', force }: Output,
): Promise<string[]> {
  const isOneFile = files.length === 1 && !isFolder(out) && !out.endsWith('/');
  const placed = files.map((file) => ({ file, path: isOneFile ? out : join(out, basename(file.name)) }));
  const taken = placed.find(({ path }) => existsSync(path));
  if (taken && !force) throw alreadyThere(taken.path);
  if (!isOneFile) await mkdir(out, { recursive: true, mode: 0o700 });
  for (const { file, path } of placed) {
    if (force) await replaceFile(path, file.bytes);
    else await writeFile(path, file.bytes, { flag: 'wx', mode: 0o600 });
  }
  return placed.map(({ path }) => path);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function alreadyThere(path: string): OperatorProblem {
  return new OperatorProblem(`${path} is there already; --force writes over it.`);
}
