/**
 * Copies and removes whole folders by the system's own programs where it has them. A store is a thousand small files,
 * and Node's `cp` takes ten times the processor time over them.
 */
import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const hasPrograms = process.platform !== 'win32';

/** Copies a folder to a path where nothing is yet. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (hasPrograms) await run('cp', ['-R', from, to]);
  else await cp(from, to, { recursive: true });
}

/** Removes a folder with all that is in it, where it is there. */
export async function removeFolder(folder: string): Promise<void> {
  if (hasPrograms) await run('rm', ['-rf', folder]);
  else await rm(folder, { recursive: true, force: true });
}
